/**
 * A folder of a storage that this machine and a cluster both reach. Small files are written and read here; large ones the cluster writes where they are
 * to stay, since a bucket has no way to rename them.
 */
export interface Storage {
  /** The names of all that is in it, also in folders inside (a/b); none where it is not there. */
  list(): Promise<string[]>
  read(name: string): Promise<Uint8Array>
  write(name: string, content: string | Uint8Array): Promise<void>
  /** The same where there is no such file; false where there is one. Of two that try, one succeeds. */
  claim(name: string, content: string): Promise<boolean>
  remove(names: readonly string[]): Promise<void>
}
