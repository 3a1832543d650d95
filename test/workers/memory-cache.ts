/** In-memory `Cache`: entries are ordered by insertion, latest last. */
export function memoryCache() {
  const kept = new Map<string, { readonly request: Request; readonly answer: Response }>();
  const asRequest = (asked: RequestInfo | URL) =>
    asked instanceof Request ? asked : new Request(asked);
  return {
    match: async (asked: RequestInfo | URL) => kept.get(asRequest(asked).url)?.answer.clone(),
    put: async (asked: RequestInfo | URL, answer: Response) => {
      const request = asRequest(asked);
      kept.set(request.url, { request, answer });
    },
    delete: async (asked: RequestInfo | URL) => kept.delete(asRequest(asked).url),
    keys: async () => [...kept.values()].map(({ request }) => request),
  };
}
