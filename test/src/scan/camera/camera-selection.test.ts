import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCAN_START_DELAY_MS } from '#src/features/scan/camera/scan-constants.ts';
import { createCameraSetup } from './camera-setup.ts';

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const wide = { id: 'wide', label: 'camera 2, facing back' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the selected camera', () => {
  it('is opened directly if it was selected before', async () => {
    const setup = createCameraSetup();
    setup.session.selectCamera(wide);
    setup.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    expect(setup.requestedDevices).toEqual([wide]);
    expect(setup.session.snapshot().cameraId).toBe('wide');
  });

  it('can be changed while running, without ever having two streams', async () => {
    const setup = createCameraSetup();
    setup.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    expect(setup.session.snapshot().cameras).toHaveLength(2);
    setup.session.selectCamera(wide);
    expect(setup.openCount()).toBe(0);
    await passTime(1);
    expect(setup.openCount()).toBe(1);
    expect(setup.session.snapshot()).toMatchObject({
      cameraId: 'wide',
      state: { name: 'healthy' },
    });
  });

  it('isn’t reopened if it is already running', async () => {
    const setup = createCameraSetup();
    setup.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    setup.session.selectCamera({ id: 'back', label: 'camera 0, facing back' });
    await passTime(1);
    expect(setup.cameras).toHaveLength(1);
  });
});

describe('zooming', () => {
  it('applies only the latest value of a fast gesture', async () => {
    const setup = createCameraSetup();
    setup.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    for (const value of [1.5, 2, 2.5, 4]) void setup.session.setZoom(value);
    await passTime(1);
    expect(setup.cameras[0]?.zooms).toEqual([1.5, 4]);
    expect(setup.session.snapshot().zoom?.value).toBe(4);
  });

  it('shows the camera’s actual zoom if it differs', async () => {
    const setup = createCameraSetup();
    setup.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    await setup.session.setZoom(2);
    await setup.session.setZoom(3);
    expect(setup.session.snapshot().zoom?.value).toBe(2);
  });
});
