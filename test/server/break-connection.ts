import { type Services } from '#server/services.ts';

/** Runs work whose database connection fails after the given number of statements. */
export async function failAfter(
  services: Services,
  statements: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const { db } = services;
  let statementsLeft = statements;
  const breaking = db.withPlugin({
    transformQuery: ({ node }) => {
      statementsLeft -= 1;
      if (statementsLeft < 0) throw new Error('The connection broke.');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  Object.assign(services, { db: breaking } satisfies Partial<Services>);
  try {
    await work().catch(() => undefined);
  } finally {
    Object.assign(services, { db } satisfies Partial<Services>);
  }
}
