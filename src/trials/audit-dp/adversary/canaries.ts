import type { Random } from '../../../random/random.js'
import type { DifferentialPrivacy } from '../claim.js'
import { collidingTexts } from '../colliding.js'
import { asks, type Canary, type Crowds, crowd, line, MOMENT, newPlot, type Plot } from './plot.js'

const LIMIT = 1 << 20 // bytes of a line that is read

/**
 * The canaries of an adversary who knows how the program is made: rows at which reading, normalising, choosing, counting or writing could come to
 * another end for the whole log because one person brought them.
 */
export function adversaryCanaries(random: Random, items: DifferentialPrivacy['items'], crowds: Crowds): Canary[] {
  const plot = newPlot(random, items, crowds)
  return [
    mistakenForOne(plot),
    lookAlike(plot),
    noText(plot),
    limitsOfLength(plot),
    orderOfDates(plot),
    doNotRead(plot),
    otherKinds(plot),
    atTheThreshold(plot),
    veryMany(plot),
  ]
}

const common = (plot: Plot) => crowd(plot, [plot.tea], plot.crowds.sure)
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

function mistakenForOne(plot: Plot): Canary {
  const { start, victim, items, crowds, random } = plot
  const pairs = Array.from({ length: 24 }, () => collidingTexts(random, start))
  return {
    name: 'texts that a quick hash takes for one',
    shape: 'tsv',
    crowd: crowd(
      plot,
      pairs.map(([one]) => one),
      crowds.sure,
    ),
    person: asks(
      items,
      victim,
      pairs.map(([, other]) => other),
    ),
    watched: pairs.flat(),
  }
}

function lookAlike(plot: Plot): Canary {
  const { victim, items, tea } = plot
  return {
    name: 'texts that look alike',
    shape: 'ndjson',
    crowd: common(plot),
    person: asks(items, victim, [
      `${tea} `,
      ` ${tea}`,
      `${tea}\u00a0`,
      `${tea}\u200b`,
      `\ufeff${tea}`,
      tea.normalize('NFD'),
      tea.toUpperCase(),
      tea.replace(' ', '  '),
      tea.replace(' ', '\u3000'),
      `${tea}\u00ad`,
      `\u202e${tea}`,
      `${tea}\u0000`,
      `${tea}\ud800`,
      '',
      ' ',
      '\u200b',
      '-',
    ]),
    watched: [tea],
  }
}

function noText(plot: Plot): Canary {
  const { start, victim, tea } = plot
  return {
    name: 'bytes that are no text',
    shape: 'tsv',
    crowd: common(plot),
    person: [
      bytes(`${victim}\t${start}`, [0xff, 0xfe, 0xc0, 0x80], `\t${MOMENT}\t`),
      bytes(`${victim}\t${start} `, [0], ` nul\t${MOMENT}\t`),
      bytes(victim, [0xed, 0xa0, 0x80], `\t${tea}\t${MOMENT}\t`),
      bytes(`${victim}\t${tea}\r\t${MOMENT}\t\r`),
      bytes(`${victim}\t"${tea}\t${MOMENT}\t`),
      bytes(`${victim}\t${tea}\\\t${MOMENT}\t`),
      bytes([0x1f, 0x8b, 0x08, 0x00]),
      bytes([0xef, 0xbb, 0xbf], line(victim, tea)),
    ],
    watched: [tea],
  }
}

function limitsOfLength(plot: Plot): Canary {
  const { start, victim, tea } = plot
  const long = (size: number) => `${start} ${'long '.repeat(Math.ceil(size / 5))}`.slice(0, size)
  const left = LIMIT - Buffer.byteLength(line(victim, ''))
  return {
    name: 'texts at the limits of length',
    shape: 'tsv',
    crowd: common(plot),
    person: [
      ...[1, 12, 13, 55, 56, 63, 64, 65, 255, 256, 65_535, 65_536, left - 1, left, left + 1, 2 * LIMIT].map((size) =>
        Buffer.from(line(victim, long(size))),
      ),
      Buffer.from(line(`${victim}${'x'.repeat(100_000)}`, tea)),
      Buffer.from(line('', tea)),
    ],
    watched: [tea],
  }
}

function orderOfDates(plot: Plot): Canary {
  const { victim, tea } = plot
  return {
    name: 'dates that tell the order of day and month',
    shape: 'tsv',
    eitherOrder: true,
    crowd: common(plot),
    person: [
      '13/04/2024 10:00:00',
      '04/13/2024 10:00:00',
      '31/12/2024 10:00:00',
      '30/02/2024 10:00:00',
      '0/0/0000 00:00:00',
      '1/1/10000 10:00:00',
      '2024-04-13T10:00:00Z',
      '13.04.24',
      '1709632800',
      '99999999999999999999',
      'yesterday',
      '',
    ].map((time) => Buffer.from(line(victim, tea, time))),
    watched: [tea],
  }
}

function doNotRead(plot: Plot): Canary {
  const { victim, tea } = plot
  return {
    name: 'rows that do not read',
    shape: 'csv',
    crowd: common(plot),
    person: Array.from({ length: 400 }, (_, i) =>
      Buffer.from(
        [
          'user,query,time,url',
          ',,,',
          '',
          `${victim}`,
          `${victim},${tea}`,
          `${victim},${tea},${MOMENT},,,,`,
          `"${victim},${tea},${MOMENT},`,
          `${victim};${tea};${MOMENT};`,
          `${victim}\t${tea}\t${MOMENT}\t`,
          '{"user":"x"}',
        ][i % 10]!,
      ),
    ),
    watched: [tea],
  }
}

function otherKinds(plot: Plot): Canary {
  const { victim, tea } = plot
  return {
    name: 'values of other kinds',
    shape: 'ndjson',
    crowd: common(plot),
    person: [
      `{"user":{"id":"${victim}"},"query":"${tea}","time":"${MOMENT}"}`,
      `{"user":["${victim}"],"query":["${tea}"],"time":"${MOMENT}"}`,
      `{"user":${'9'.repeat(400)},"query":1e999,"time":true}`,
      `{"user":"${victim}","query":{"q":"${tea}"},"time":{}}`,
      `{"user":"${victim}","user":"other","query":"${tea}"}`,
      `${'['.repeat(2000)}`,
      '[]',
      'null',
      '"text"',
      '{',
      `{"user":"${victim}","query":"\\ud800","time":"${MOMENT}"}`,
      `{"user":"${victim}","query":"${tea}","time":"${MOMENT}"},`,
    ].map((text) => Buffer.from(text)),
    watched: [tea],
  }
}

function atTheThreshold(plot: Plot): Canary {
  const { victim, items, edge, crowds } = plot
  return {
    name: 'items at the threshold',
    shape: 'tsv',
    crowd: crowd(plot, edge, crowds.even),
    person: asks(items, victim, edge),
    watched: edge,
  }
}

function veryMany(plot: Plot): Canary {
  const { start, victim, items, edge, crowds } = plot
  const many = Array.from({ length: 2000 }, (_, i) => `${start} ${i}`)
  return {
    name: 'a person with very many items',
    shape: 'tsv',
    crowd: crowd(plot, edge, crowds.even),
    person: asks(items, victim, [...edge, ...many, ...Array.from({ length: 2000 }, () => edge[0]!)]),
    watched: [...edge, ...many],
  }
}
