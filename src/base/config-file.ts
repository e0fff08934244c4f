/** What a configuration is called where it is found by itself. */
export const CONFIG_FILE = 'lethe.yaml'
