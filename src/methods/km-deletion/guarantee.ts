import { counted } from '../../base/counted.js'
import { type KM, promise } from '../../release/guarantee.js'
import { windowDays } from './window.js'

interface Values {
  readonly k: number
  readonly m: number
  readonly hosts: boolean
  readonly window: string | undefined
  readonly within: string | undefined
}

/** `cut`: an earlier step has cut histories into sessions. */
export function kmPromise({ k, m, hosts, window, within }: Values, unit: string, cut = false): KM {
  windowDays(window)
  const per = window !== undefined || within !== undefined ? 'window' : cut ? 'session' : 'history'
  const terms = hosts ? 'terms and hosts' : 'terms'
  return promise(
    {
      kind: 'k-m',
      k,
      m,
      per,
      ...(window === undefined ? {} : { window }),
      ...(within === undefined ? {} : { within }),
      ...(hosts ? { hosts } : {}),
    },
    {
      unit,
      assumptions: [
        `Nobody knows more than ${m} ${terms} of a person.`,
        'The custodian does not release another version of the same log.',
      ],
      notProtected: [
        `Somebody who knows more than ${m} ${terms} of a person may find the history, and read the rest of it.`,
        `Where all ${k} or more persons who share what is known share another term too, that term is learnt.`,
        `Someone who can add ${counted(k - 1, 'user')} to the log can lift the support of a combination that one person has.`,
        'How many queries a person asked, on which days, and how terms stand together in them.',
        'A term shared by many can still name somebody: a famous person, a family name, a place.',
        ...(per === 'history'
          ? [
              'A combination common over the whole log can be rare in one week or place of it; a window counts within each.',
            ]
          : []),
        ...(per === 'session' ? ['What can be found by linking the sessions of a person again.'] : []),
      ],
    },
  )
}
