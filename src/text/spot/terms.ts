// [Kumar07] §5: adult terms are chosen by hand from the most popular terms; ours are chosen the same way.
export const ADULT_TERMS: ReadonlySet<string> = new Set(
  'sex porn xxx nude naked erotic escorts fetish hentai milf playboy hardcore stripper swingers'.split(' '),
)
export const REVEALING_TERMS: ReadonlySet<string> = new Set(
  'career surgery cheats lesbian disease hospital jobs pregnancy medical cheat gay cancer'.split(' '),
)
