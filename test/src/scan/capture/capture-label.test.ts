import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLabelCapture,
  duplicateLocation,
  scanFromLabel,
  type KnownScan,
} from '#src/features/scan/capture/capture-label.ts';
import type { Label } from '#schemas/label.ts';
import { genericRules, rules } from '../rules-fixture.ts';

const label = (code: string, overrides: Partial<Label> = {}): Label => ({
  kind: 'label',
  type: 'GGL',
  size: 'MK06',
  variant: '2070',
  code,
  isGeneric: false,
  ...overrides,
});
const known = (code: string, overrides: Partial<KnownScan> = {}): KnownScan => ({
  type: 'GGL',
  size: 'MK06',
  variant: '2070',
  serial_number: code,
  state: 'sent',
  projects_id: 'p1',
  flag: 'valid',
  ...overrides,
});

describe('a label that was read', () => {
  it('marks the requirements of the product', () => {
    const tag = scanFromLabel(label('24A17K3M-0042', { type: 'SRH', variant: '3066' }), rules);
    expect(tag).toMatchObject({ requiresTagPhoto: true, requiresSurvey: true });
    const plainScan = scanFromLabel(label('25B17K3M-0042'), rules);
    expect(plainScan).toMatchObject({ requiresTagPhoto: false, requiresSurvey: false });
  });

  it('has no serial number if it is generic', () => {
    const generic = scanFromLabel(label('24A17K3M', { isGeneric: true }), rules);
    expect(generic).toMatchObject({ serial_number: null, is_unique: false });
  });
});

describe('a product that is already captured', () => {
  it.each([
    [known('A-1', { state: 'captured', projects_id: '' }), 'list'],
    [known('A-1'), 'project'],
    [known('A-1', { projects_id: 'p2' }), 'other_project'],
    [known('A-1', { flag: 'rejected' }), null],
    [known('A-1', { size: 'MK04' }), null],
  ] as const)('is reported with its place: %#', (scan, place) => {
    expect(duplicateLocation(label('A-1'), [scan], 'p1')).toBe(place);
  });

  it('is never reported for a generic product', () => {
    expect(duplicateLocation(label('A-1', { isGeneric: true }), [known('A-1')], 'p1')).toBeNull();
  });
});

describe('capturing labels in a row', () => {
  const ports = () => {
    const store: KnownScan[] = [];
    return {
      store,
      findBySerial: async (code: string) => store.filter((scan) => scan.serial_number === code),
      capture: async (scan: ReturnType<typeof scanFromLabel>, copies = 1) => {
        await Promise.resolve();
        for (let copy = 0; copy < copies; copy += 1) {
          store.push({ ...scan, state: 'captured', projects_id: '', flag: null });
        }
        return `id-${store.length}`;
      },
    };
  };

  it('captures every product only once, however quickly its label is read again', async () => {
    const codes = fc.array(fc.constantFrom('A-1', 'B-2', 'C-3', 'D-4'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(codes, async (read) => {
        const { store, ...otherPorts } = ports();
        const captureLabel = createLabelCapture(otherPorts);
        const results = await Promise.all(
          read.map((code) => captureLabel(label(code), rules, null)),
        );
        expect(store.map((scan) => scan.serial_number)).toEqual([...new Set(read)]);
        const capturedResults = results.filter((result) => result.kind === 'captured');
        expect(capturedResults).toHaveLength(new Set(read).size);
      }),
    );
  });

  it('captures a removed product again only if it is chosen', async () => {
    const { store, ...otherPorts } = ports();
    const captureLabel = createLabelCapture(otherPorts);
    await captureLabel(label('A-1'), rules, null);
    store.pop();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await captureLabel(label('A-1'), rules, null)).kind).toBe('removed_before');
    }
    expect(store).toEqual([]);
    expect((await captureLabel(label('A-1'), rules, null, 'chosen')).kind).toBe('captured');
    expect((await captureLabel(label('A-1'), rules, null)).kind).toBe('duplicate');
  });

  it('captures a label without a serial number again, because the label is on another item', async () => {
    const { store, ...otherPorts } = ports();
    const captureLabel = createLabelCapture(otherPorts);
    const generic = label('A', { isGeneric: true });
    await captureLabel(generic, genericRules, null);
    expect((await captureLabel(generic, genericRules, null)).kind).toBe('captured');
    expect(store).toHaveLength(2);
  });

  it('adds one product for each copy of a label without a serial number', async () => {
    const { store, ...otherPorts } = ports();
    const captureLabel = createLabelCapture(otherPorts);
    const generic = label('A', { isGeneric: true });
    const result = await captureLabel(generic, genericRules, null, 'read', 3);
    expect(result).toMatchObject({ kind: 'captured', copies: 3 });
    expect(store).toHaveLength(3);
    const serial = await captureLabel(label('A-1'), rules, null, 'read', 3);
    expect(serial).toMatchObject({ kind: 'captured', copies: 1 });
    expect(store).toHaveLength(4);
  });

  it('continues after a label that couldn’t be written', async () => {
    const { store, ...otherPorts } = ports();
    let isFull = true;
    const captureLabel = createLabelCapture({
      ...otherPorts,
      capture: (scan) => (isFull ? Promise.reject(new Error('full')) : otherPorts.capture(scan)),
    });
    const first = captureLabel(label('A-1'), rules, null);
    await expect(first).rejects.toThrow('full');
    isFull = false;
    await expect(captureLabel(label('A-1'), rules, null)).resolves.toMatchObject({
      kind: 'captured',
    });
    expect(store).toHaveLength(1);
  });
});
