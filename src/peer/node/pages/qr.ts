import qrcode from 'qrcode-generator'

const MARGIN = 4

/** A text as a QR code, dark on white whatever the colours of the page: cameras need that. */
export function qrCode(text: string, title: string): string {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (code.isDark(row, column)) path += `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`
  const whole = size + 2 * MARGIN
  return `<svg class="qr" role="img" aria-label="${title}" viewBox="0 0 ${whole} ${whole}" shape-rendering="crispEdges"><rect width="${whole}" height="${whole}" fill="#fff"/><path fill="#000" d="${path}"/></svg>`
}
