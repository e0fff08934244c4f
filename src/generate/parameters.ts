import type { TopicShape } from './topics.js'

/** Every number of a world. A world file may set any of them; what it leaves out is as in the default world. */
export interface WorldParameters extends TopicShape {
  /** Vocabulary, popularity and web follow from it: another name, another world. */
  readonly name: string

  // How much people ask
  /** Queries of the median person in 92 days, and the standard deviation of their logarithm. */
  readonly medianQueries: number
  readonly spread: number
  /** Share of users that are programs. */
  readonly robots: number
  /** Share of sessions of a single query, and the chance that another goes on after each query. */
  readonly errands: number
  readonly sessionGoesOn: number
  /** Chance that a session falls on the day of another. */
  readonly sameDay: number
  /** What is added to it for those who ask very much: they search on few days, and much on each. */
  readonly crowding: number

  // What a new query is about (shares; the rest is topical)
  readonly navigational: number
  readonly local: number
  readonly people: number
  readonly events: number
  readonly identifying: number
  readonly adult: number

  // What keeps company
  /** Chance that a query for a place or a star has a word that goes with it and hardly with another, and the same for a brand. */
  readonly company: number
  readonly wares: number
  /** Chance that a first name is one of those usual in the family. */
  readonly families: number
  /** Ranks over which the best known stars are about equal. */
  readonly starOffset: number

  // Where its words come from
  readonly interests: number
  /** Names, numbers and rare words after which every second one is an old one. */
  readonly stock: number
  /** An old one is one of that many last. */
  readonly stockWindow: number
  /** Chance of one in a query of their own words. */
  readonly details: number
  /** Chance that a query in their own words has no word of the topic, only what is special. */
  readonly bare: number
  /** Chance of a word that stands for what the person is after in this interest. */
  readonly focus: number
  /** Chance that a query in their own words takes another word of the topic. */
  readonly wordiness: number
  /** Share of topical queries outside the person's interests. */
  readonly passing: number
  /** Share of topical queries that others put in the same words. */
  readonly shared: number
  /** Shared queries a topic has. */
  readonly sharedPerTopic: number
  /** Ranks over which the most popular of them are about equal. */
  readonly sharedOffset: number
  /** Share of topical queries that hardly anybody else puts in the same words, and how many of those there are. */
  readonly uncommon: number
  readonly uncommonQueries: number
  readonly smallSites: number
  /** Zipf exponent and offset of the well-known sites. */
  readonly siteExponent: number
  readonly siteOffset: number

  // Habits
  /** How much people differ in constancy: 0, not at all; 1, from never coming back to anything to twice the average. */
  readonly variety: number
  /** Chance that a passing interest is one of the last few rather than a new one. */
  readonly pursue: number
  readonly refind: number
  /** Share of sessions that hold hardly anything but favourites, and the same of errands. */
  readonly routine: number
  readonly errandRoutine: number
  /** Favourites asked after which every second one is an old one: the fewer, the more is asked over and over. */
  readonly settling: number
  /** Chance that one of the last queries or favourites is taken up again, rather than any. */
  readonly recent: number
  /** Chance that a new query becomes one they may come back to. */
  readonly habit: number
  readonly siteHabit: number
  readonly reformulate: number
  readonly misspell: number

  // Result pages and clicks
  readonly nextPage: number
  readonly nextPageAfterClick: number
  readonly click: number
  readonly clickAgain: number

  // Prompts to an assistant, in place of queries
  /** 1 where people write prompts, 0 where they search. */
  readonly prompts: number
  /** Share of prompts that begin as many do. */
  readonly templated: number
  /** Chance that another sentence goes on after each. */
  readonly goesOnWriting: number
  /** Share of prompts with a long text from elsewhere. */
  readonly pasted: number
  /** Chance that what is written after an answer is a few words. */
  readonly followUps: number
}

/** Calibrated and frozen: a change of any number needs a new name, since others compare figures made with it. */
export const WEB_1: WorldParameters = {
  name: 'web-1',
  areas: [],
  topicExponent: 1.05,
  topicOffset: 12,
  commonWords: 8,
  rareWords: 12,
  medicalWords: 0,
  medianQueries: 13.3,
  spread: 1.42,
  robots: 0.0002,
  errands: 0.2,
  sessionGoesOn: 0.66,
  sameDay: 0.17,
  crowding: 0,
  navigational: 0.145,
  local: 0.08,
  people: 0.06,
  events: 0.035,
  identifying: 0.002,
  adult: 0,
  company: 0,
  wares: 0,
  families: 0,
  starOffset: 40,
  interests: 7,
  stock: 5,
  stockWindow: 100,
  details: 0.36,
  focus: 0.9,
  bare: 0.25,
  wordiness: 0.1,
  passing: 0.57,
  shared: 0.28,
  sharedPerTopic: 20_000,
  sharedOffset: 2.5,
  uncommon: 0.13,
  uncommonQueries: 1_200_000,
  smallSites: 0.5,
  siteExponent: 1.25,
  siteOffset: 3,
  variety: 1,
  pursue: 0.15,
  refind: 0.1,
  routine: 0.4,
  errandRoutine: 0.6,
  settling: 1.5,
  recent: 0.8,
  habit: 0.36,
  siteHabit: 0.35,
  reformulate: 0.3,
  misspell: 0.05,
  nextPage: 0.32,
  nextPageAfterClick: 0.18,
  click: 0.43,
  clickAgain: 0.32,
  prompts: 0,
  templated: 0,
  goesOnWriting: 0,
  pasted: 0,
  followUps: 0,
}

export type Profile = 'web' | 'heavy' | 'clicks' | 'site-search' | 'chat'

/** What a profile changes in a world. */
export const PROFILES: Readonly<Record<Profile, Partial<WorldParameters>>> = {
  web: {},
  heavy: {
    medianQueries: 490,
    spread: 0.7,
    robots: 0,
    variety: 0.3,
    routine: 0.3,
    settling: 8,
    stock: 4,
    details: 0.12,
    shared: 0.37,
    sharedOffset: 4,
    uncommon: 0.06,
    misspell: 0.025,
    smallSites: 0.25,
    wordiness: 0.5,
    bare: 0.15,
    navigational: 0.1,
  },
  // Every row is a click, of people who ask about three times as much as most. Calibrated in web-2.
  clicks: {
    medianQueries: 27.5,
    spread: 1.28,
    robots: 0,
    click: 1,
    clickAgain: 0,
    nextPage: 0,
    nextPageAfterClick: 0.12,
    sameDay: 0.095,
    sessionGoesOn: 0.45,
    stock: 8.5,
    stockWindow: 69,
    focus: 0.75,
    details: 0.34,
    bare: 0.18,
    refind: 0.08,
    routine: 0.32,
    errandRoutine: 0.5,
    settling: 1.66,
    shared: 0.29,
    sharedOffset: 3,
    uncommon: 0.1,
    pursue: 0.1,
    passing: 0.62,
    habit: 0.213,
    reformulate: 0.313,
    smallSites: 0.4,
  },
  'site-search': {
    areas: ['health', 'medical health', 'healthy living', 'science'],
    medianQueries: 11,
    spread: 1.31,
    medicalWords: 12,
    topicExponent: 0.7,
    topicOffset: 100,
    robots: 0,
    nextPage: 0.12,
    click: 0,
    wordiness: 0.68,
    bare: 0,
    sharedOffset: 30,
    sharedPerTopic: 400,
    shared: 0.46,
    errands: 0,
    sessionGoesOn: 0.35,
    uncommon: 0,
    routine: 0.33,
    errandRoutine: 0.33,
    habit: 0.2,
    navigational: 0,
    local: 0,
    people: 0.03,
    events: 0,
  },
  chat: {
    medianQueries: 8,
    spread: 1.3,
    robots: 0,
    errands: 0.35,
    sessionGoesOn: 0.6,
    identifying: 0.02,
    prompts: 1,
    templated: 0.5,
    goesOnWriting: 0.6,
    pasted: 0.08,
    followUps: 0.6,
  },
}
