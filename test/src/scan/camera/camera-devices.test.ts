import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findSavedCamera,
  toCameraDevices,
  facingOf,
} from '#src/features/scan/camera/camera-devices.ts';

const camera = fc.record({ id: fc.string({ minLength: 1 }), label: fc.string({ minLength: 1 }) });

describe('cameras', () => {
  it('are the devices with a name, each once', () => {
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
    expect(toCameraDevices(devices).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are found again by id, or by label if the id has changed', () => {
    fc.assert(
      fc.property(fc.array(camera), camera, (cameras, savedCamera) => {
        const found = findSavedCamera(cameras, savedCamera);
        const hasId = cameras.some(({ id }) => id === savedCamera.id);
        const hasLabel = cameras.some(({ label }) => label === savedCamera.label);
        expect(found !== null).toBe(hasId || hasLabel);
        expect(
          hasId
            ? found?.id === savedCamera.id
            : found === null || found.label === savedCamera.label,
        ).toBe(true);
        expect(findSavedCamera([...cameras, savedCamera], savedCamera)?.id).toBe(savedCamera.id);
      }),
    );
    expect(findSavedCamera([{ id: 'a', label: 'back' }], null)).toBeNull();
  });

  it('face the direction in their label', () => {
    expect(facingOf('camera2 0, facing back')).toBe('back');
    expect(facingOf('camera 1, Facing front')).toBe('front');
    expect(facingOf('FaceTime HD Camera')).toBeNull();
  });
});
