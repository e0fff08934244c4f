/** The least power of two that leaves a third of the slots of a table free. */
export function slotsFor(entries: u32): u32 {
  let slots: u32 = 16
  while (slots - (slots >> 2) - (slots >> 4) < entries) slots <<= 1
  return slots
}
