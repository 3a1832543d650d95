import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenLens, lensesOf, lensSide } from '#src/features/scan/camera/lenses.ts';

const lens = fc.record({ id: fc.string({ minLength: 1 }), label: fc.string({ minLength: 1 }) });

describe('lenses', () => {
  it('are the cameras with a name, each once', () => {
    const device = (kind: MediaDeviceKind, deviceId: string, label: string) => {
      return { kind, deviceId, label };
    };
    const devices = [
      device('audioinput', 'm', 'microphone'),
      device('videoinput', 'a', 'back'),
      device('videoinput', 'a', 'back'),
      device('videoinput', '', ''),
      device('videoinput', 'b', 'front'),
    ];
    expect(lensesOf(devices).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are found again by id first, then by label, else not at all', () => {
    fc.assert(
      fc.property(fc.array(lens), lens, (lenses, kept) => {
        const found = chosenLens(lenses, kept);
        const hasId = lenses.some(({ id }) => id === kept.id);
        const hasLabel = lenses.some(({ label }) => label === kept.label);
        expect(found !== null).toBe(hasId || hasLabel);
        expect(hasId ? found?.id === kept.id : found === null || found.label === kept.label).toBe(
          true,
        );
        expect(chosenLens([...lenses, kept], kept)?.id).toBe(kept.id);
      }),
    );
    expect(chosenLens([{ id: 'a', label: 'back' }], null)).toBeNull();
  });

  it('look where their label says', () => {
    expect(lensSide('camera2 0, facing back')).toBe('back');
    expect(lensSide('camera 1, Facing front')).toBe('front');
    expect(lensSide('FaceTime HD Camera')).toBeNull();
  });
});
