/** Response time of certificate PDFs, which the server generates on each request. */
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { openClub, type SignedIn } from '#test/e2e-fixtures/club.ts';
import { certificateRequest } from '#test/server/certificate-setup.ts';
import type { BenchRow } from './bench-row.ts';
import { percentile } from './percentile.ts';

const CONCURRENCY = 20;
const ROUNDS = 15;
/** Goal for concurrent requests, in ms. */
const GOAL = 300;

export async function run(): Promise<BenchRow[]> {
  const club = await openClub();
  try {
    const owner = await club.as('polishOwner');
    const ids = await certificatesOf(owner);
    const { companyId } = demoAccounts.polishOwner;
    const wait = async (index: number) => {
      const start = performance.now();
      const { size } = await owner.fetchCertificate(ids[index % ids.length] ?? '', companyId);
      if (size < 5_000) throw new Error(`A certificate has only ${size} bytes.`);
      return performance.now() - start;
    };
    // Warm up code and fonts first.
    for (let index = 0; index < CONCURRENCY; index += 1) await wait(index);
    const aloneMs: number[] = [];
    for (let index = 0; index < CONCURRENCY * 5; index += 1) aloneMs.push(await wait(index));
    const concurrentMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      concurrentMs.push(
        ...(await Promise.all(Array.from({ length: CONCURRENCY }, (_, index) => wait(index)))),
      );
    }
    const p95 = percentile(concurrentMs, 0.95);
    return [
      {
        figure: `a certificate’s document, ${CONCURRENCY} requested at once, p95`,
        goal: `≤ ${GOAL} ms`,
        result: milliseconds(p95),
        met: p95 <= GOAL,
        note: `${ROUNDS} rounds; median ${milliseconds(percentile(concurrentMs, 0.5))}, slowest ${milliseconds(Math.max(...concurrentMs))}; one thread generates them one after the other`,
      },
      {
        figure: 'a certificate’s document, requested alone, p95',
        goal: '–',
        result: milliseconds(percentile(aloneMs, 0.95)),
        met: null,
        note: `${aloneMs.length} one after the other; median ${milliseconds(percentile(aloneMs, 0.5))}`,
      },
    ];
  } finally {
    await club.close();
  }
}

/** The demo's certificates, and a large one. */
async function certificatesOf(owner: SignedIn): Promise<string[]> {
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 1 } as const;
  const closedProjects = await owner.call(calls.listProjects, { query });
  const products = Array.from({ length: 20 }, (_one, index) => ({
    name: `GGL MK${index} 2070`,
    quantity: index + 1,
    details: 'biały, trzyszybowy',
  }));
  const groups = ['roof-windows', 'blinds'].map((category) => ({ category, products }));
  const body = certificateRequest(closedProjects.data[0]?.uuid ?? '', { products: groups });
  await owner.call(calls.createCertificate, { body });
  const { data } = await owner.call(calls.listCertificates, { query: { limit: 100 } });
  return data.map(({ uuid }) => uuid);
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}
