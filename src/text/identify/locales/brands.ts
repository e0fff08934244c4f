/** Makes and firms that lists of first names hold too: what follows them is a model. */
export const BRANDS: ReadonlySet<string> = new Set(
  'renault citroen dacia seat skoda opel fiat audi volvo toyota honda suzuki mazda nissan kia hyundai peugeot lancia mini tesla porsche lexus sony apple samsung nokia philips siemens bosch nike adidas puma vans zara mango ariel pampers nivea lidl aldi penny netto amazon alexa google siri windows linux java oracle adobe canon nikon epson dell acer asus lego barbie disney marvel pokemon minecraft mario zelda sims kinder milka'.split(
    ' ',
  ),
)
