import { expect, it } from 'vitest';
import type { Label } from '#schemas/label.ts';
import type { KnownScan } from '#src/features/scan/capture/capture-label.ts';
import { labelState } from '#src/features/scan/capture/code-state.ts';

const label: Label = {
  kind: 'label',
  type: 'GGL',
  size: 'MK06',
  variant: '2070',
  code: 'A-1',
  isGeneric: false,
};
const { type, size, variant, code: serial_number } = label;
const captured: KnownScan & { isValid: boolean | null } = {
  type,
  size,
  variant,
  serial_number,
  state: 'captured',
  projects_id: '',
  flag: 'valid',
  isValid: null,
};
const fresh = { label, isCaptured: false };

it.each([
  ['it isn’t known', [], { kind: 'new' }],
  ['it is in the list', [captured], { kind: 'duplicate', location: 'list' }],
  ['the registry has rejected it', [{ ...captured, isValid: false }], { kind: 'invalid' }],
  [
    'it is in another project, even if it isn’t valid',
    [{ ...captured, state: 'sent', projects_id: 'p2', isValid: false }],
    { kind: 'duplicate', location: 'other_project' },
  ],
  ['only another product is known', [{ ...captured, size: 'MK04' }], { kind: 'new' }],
] as const)('the state of a label in view if %s', (_, known, state) => {
  expect(labelState(fresh, known, 'p1')).toEqual(state);
});

it('a label without a serial number counts as another item each time it comes into view', () => {
  const generic = { ...label, isGeneric: true };
  expect(labelState({ label: generic, isCaptured: false }, [captured], 'p1').kind).toBe('new');
  expect(labelState({ label: generic, isCaptured: true }, [], 'p1').kind).toBe('duplicate');
});

it('a label without a serial number shows its count in the list', () => {
  const visibleCode = { label: { ...label, isGeneric: true }, isCaptured: true };
  const otherProduct = { type, size: 'MK04', variant };
  expect(labelState(visibleCode, [], 'p1', [label, otherProduct, label])).toEqual({
    kind: 'duplicate',
    location: 'list',
    count: 2,
  });
  // The product was removed while its label was in view.
  expect(labelState(visibleCode, [], 'p1', [otherProduct])).toEqual({ kind: 'new' });
});
