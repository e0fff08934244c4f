/** Where categories come from. */
export const treeParam = {
  type: 'text',
  is: 'KNOWLEDGE',
  default: 'wordnet',
  help: 'the category tree: wordnet, odp:FOLDER or table:FILE',
} as const
