import { demoProducts, type DemoProduct } from './product-catalogue.ts';
import { between, pick, seededRandom } from './seeded-random.ts';

/** A registered product with its serial number. */
export interface DemoSerial extends DemoProduct {
  readonly code: string;
}

const COUNT = 20_000;
/**
 * Number of serial numbers that the demo's projects use. They are the last ones of the registry; the others can be
 * scanned.
 */
const USED_COUNT = 1_000;
const YEARS = ['19', '21', '22', '23', '24', '25'];
const FACTORIES = ['A', 'B', 'C', 'D', 'K'];
/** Characters of a serial number. As on real labels, no letter looks like a digit. */
const CHARACTERS = [...'0123456789ABCDEFGHJKLMNPRTUVWXYZ'];

let cachedSerials: readonly DemoSerial[] | undefined;

/**
 * The demo's registry: 20,000 products, the same in every run. Codes look like `24A17K3M-0042`:
 * year, factory, five characters and a running number.
 */
export function demoSerials(): readonly DemoSerial[] {
  cachedSerials ??= generateSerials();
  return cachedSerials;
}

/** Serial numbers that no demo project uses, for testers to scan. */
export function freeDemoSerials(): readonly DemoSerial[] {
  return demoSerials().slice(0, COUNT - USED_COUNT);
}

/** Serial numbers used by the demo's own projects. */
export function usedDemoSerials(): readonly DemoSerial[] {
  return demoSerials().slice(COUNT - USED_COUNT);
}

function generateSerials(): readonly DemoSerial[] {
  const random = seededRandom(20_240_517);
  const serials = new Map<string, DemoSerial>();
  while (serials.size < COUNT) {
    const lot = Array.from({ length: 5 }, () => pick(random, CHARACTERS)).join('');
    const runningNumber = String(between(random, 1, 9_999)).padStart(4, '0');
    const code = `${pick(random, YEARS)}${pick(random, FACTORIES)}${lot}-${runningNumber}`;
    serials.set(code, { code, ...pick(random, demoProducts) });
  }
  return [...serials.values()];
}
