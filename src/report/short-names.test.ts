import { expect, test } from 'vitest'
import { shortNames, together } from './short-names.js'

test('what is the same throughout a kind is left out, but for the numbers by which it is called', () => {
  const names = {
    'scrub + zealous epsilon=1 delta=0.00001 perUser=20': 'scrub + zealous epsilon=1',
    'scrub + zealous epsilon=2.303 delta=0.00001 perUser=20': 'scrub + zealous epsilon=2.303',
    'km-deletion k=50 m=2 target=logsize': 'km-deletion k=50 m=2',
    'rare-queries k=5, link=user': 'rare-queries k=5, link=user',
    'rare-queries k=5': 'rare-queries k=5',
    'sessions split=daily': 'sessions split=daily',
    'sessions split=interest': 'sessions split=interest',
    'scrub, link=user': 'scrub, link=user',
    'google-eu': 'google-eu',
  }
  expect(Object.fromEntries(shortNames(Object.keys(names)))).toEqual(names)
})

test('no two settings are called the same', () => {
  const labels = ['a k=5 same=words', 'a k=5 within=country', 'a k=5']
  expect(new Set(shortNames(labels).values()).size).toBe(3)
})

test('labels that differ in their numbers alone are told as one', () => {
  expect(together(['a k=5', 'a k=10, link=user', 'a k=30', 'b', 'a k=5 m=2', 'a k=9 m=2'])).toEqual([
    'a k=5/30',
    'a k=10, link=user',
    'b',
    'a k=5/9 m=2',
  ])
})
