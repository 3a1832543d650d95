/** In-memory `Cache`: entries are ordered by insertion, latest last. */
export function memoryCache() {
  const entries = new Map<string, { readonly request: Request; readonly response: Response }>();
  const toRequest = (input: RequestInfo | URL) =>
    input instanceof Request ? input : new Request(input);
  return {
    match: async (input: RequestInfo | URL) => entries.get(toRequest(input).url)?.response.clone(),
    put: async (input: RequestInfo | URL, response: Response) => {
      const request = toRequest(input);
      entries.set(request.url, { request, response });
    },
    delete: async (input: RequestInfo | URL) => entries.delete(toRequest(input).url),
    keys: async () => [...entries.values()].map(({ request }) => request),
  };
}
