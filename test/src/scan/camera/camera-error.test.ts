import { describe, expect, it } from 'vitest';
import { CameraError, toCameraError } from '#src/features/scan/camera/camera-machine.ts';

describe('an error when opening the camera', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TrackStartError', 'busy'],
    ['AbortError', 'aborted'],
    ['TypeError', 'aborted'],
  ])('%s: %s', (name, code) => {
    const thrown = new DOMException('', name);
    expect(toCameraError(thrown)).toMatchObject({ code, cause: thrown });
  });

  it('is “missing” if the browser has no camera API', () => {
    expect(toCameraError('navigator.mediaDevices not supported').code).toBe('missing');
  });

  it('isn’t mapped again if it was mapped before', () => {
    const error = new CameraError('busy', null);
    expect(toCameraError(error)).toBe(error);
  });
});
