import { describe, expect, it } from 'vitest';
import {
  validateEntry,
  findDuplicate,
  scanFromEntry,
} from '#src/features/scan/manual/validate-entry.ts';
import {
  chooseAnother,
  startManual,
  withHalves,
  withLabel,
} from '#src/features/scan/manual/manual-state.ts';
import { rules } from '../rules-fixture.ts';
import { capturedScan } from '../scan-fixture.ts';

const product = { type: 'GGL', size: 'MK06', variant: '2070' };
const other = { ...product, size: 'MK04' };
const numberState = withHalves(startManual(null), { part1: '24A17K3M', part2: '0042' });
const withProduct = { ...numberState, step: 'product' as const, choice: product };
const foundProduct = (productFields: object) =>
  ({ status: 'partial', product: { ...productFields } }) as never;

/** Returns the next state; fails if the product would be saved immediately. */
function stateAfter(...[state, result]: Parameters<typeof validateEntry>) {
  const decision = validateEntry(state, result);
  if (decision.kind !== 'prompt') throw new Error('The user should be prompted.');
  return decision.state;
}

describe('the registry’s response', () => {
  it('completes the entry if the number is known', () => {
    expect(stateAfter(numberState, foundProduct(product))).toMatchObject({
      step: 'recognised',
      recognised: { product, fromRegistry: true },
    });
  });

  it('saves the same scan as entering the three fields', () => {
    const { recognised } = stateAfter(numberState, foundProduct(product));
    if (!recognised) throw new Error('The product should be recognised.');
    const byFields = validateEntry(withProduct, {
      status: 'ok',
      product: { ...product, status: 'ok' },
    });
    expect(byFields).toEqual({ kind: 'save', ...recognised });
    expect(
      scanFromEntry('24A17K3M-0042', recognised.product, recognised.fromRegistry, rules),
    ).toEqual({
      ...product,
      serial_number: '24A17K3M-0042',
      is_unique: true,
      manual: true,
      confirmed: true,
      isValidated: true,
      isValid: true,
      requiresTagPhoto: false,
      requiresSurvey: false,
    });
  });

  it.each(['offline', 'limited', 'failed', 'generic'] as const)(
    'asks for type, size and variant when it is %s',
    (reason) => {
      expect(stateAfter(numberState, reason)).toMatchObject({ step: 'product', reason });
    },
  );

  it('asks for the data that the registry lacks, filling in the rest', () => {
    expect(stateAfter(numberState, foundProduct({ type: 'GGL' }))).toMatchObject({
      step: 'product',
      reason: 'partial',
      choice: { type: 'GGL', size: null, variant: null },
    });
  });

  it('shows the number’s product if another one was selected', () => {
    const state = stateAfter(withProduct, foundProduct(other));
    expect(state).toMatchObject({ step: 'recognised', reason: 'mismatch' });
    expect(state.recognised?.product).toEqual(other);
    expect(chooseAnother(state)).toMatchObject({ step: 'product', reason: 'mismatch' });
  });
});

describe('validation of a number', () => {
  it('rejects an unknown number online, and accepts any number offline', () => {
    expect(stateAfter(withProduct, { status: 'unknown' }).numberError).toEqual({ kind: 'unknown' });
    for (const failure of ['offline', 'failed', 'limited'] as const) {
      expect(validateEntry(withProduct, failure)).toEqual({
        kind: 'save',
        product,
        fromRegistry: false,
      });
    }
  });

  it('shows who has already scanned it', () => {
    const earlier = { uuid: 's9', projects_id: 'p1', created_at: '2026-05-04', by: 'Ann' };
    expect(stateAfter(numberState, { status: 'already_scanned', earlier }).numberError).toEqual({
      kind: 'already_scanned',
      earlier,
    });
  });
});

describe('before a product is added', () => {
  it('the label’s data is used only if the registry can’t be reached', () => {
    const label = { kind: 'label', ...product, code: '24A17K3M-0042', isGeneric: false } as const;
    const labelState = withLabel(startManual(null), label);
    const offline = stateAfter(labelState, 'offline');
    expect(offline).toMatchObject({
      step: 'recognised',
      recognised: { product, fromRegistry: false },
    });
    expect(stateAfter(labelState, foundProduct(other)).recognised?.product).toEqual(other);
  });

  it('a changed number is looked up again, but an edited scan keeps its fields', () => {
    const recognisedState = stateAfter(numberState, foundProduct(product));
    expect(withHalves(recognisedState, { part1: '1', part2: '' })).toMatchObject({
      step: 'serial',
      recognised: null,
    });
    const correctedState = startManual(capturedScan({ state: 'refused' }));
    expect(withHalves(correctedState, { part1: '1', part2: '' })).toMatchObject({
      step: 'product',
      choice: product,
    });
  });
});

describe('a number known to this device', () => {
  const code = '25B17K3M-0042';
  const saved = capturedScan({ uuid: 's2', state: 'sent', projects_id: 'p1' });
  const locationOf = (scans: Parameters<typeof findDuplicate>[1], project: string | null = null) =>
    findDuplicate({ code, product: null }, scans, project);

  it('is reported even if its product is unknown', () => {
    expect(locationOf([])).toBeNull();
    expect(locationOf([capturedScan()])).toEqual({ location: 'list', other: null });
    const { projects_id, created_at } = saved;
    const otherScan = { projects_id, created_at, by: null };
    expect(locationOf([saved])).toEqual({ location: 'other_project', other: otherScan });
    expect(locationOf([saved], 'p1')).toEqual({ location: 'project', other: otherScan });
  });

  it('isn’t reported if its product was rejected, or if it belongs to the edited scan', () => {
    expect(locationOf([{ ...saved, flag: 'rejected' }])).toBeNull();
    expect(findDuplicate({ code, product, ownScanId: 's2' }, [saved], null)).toBeNull();
  });

  it('matches a rejected scan only if the product is the same', () => {
    const rejected = { ...saved, state: 'refused' as const };
    expect(locationOf([rejected])).toBeNull();
    expect(findDuplicate({ code, product: other }, [rejected], null)).toBeNull();
    expect(findDuplicate({ code, product }, [rejected], null)).toMatchObject({
      location: 'other_project',
    });
  });
});
