// libp2p uses Promise.withResolvers, which came with Node 22. Imported before libp2p is.
interface Resolvers {
  withResolvers?: () => object
}
;(Promise as Resolvers).withResolvers ??= () => {
  let resolve: unknown
  let reject: unknown
  const promise = new Promise((one, other) => {
    resolve = one
    reject = other
  })
  return { promise, resolve, reject }
}
