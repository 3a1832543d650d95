import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCAN_START_DELAY_MS } from '#src/features/scan/camera/scan-constants.ts';
import { setStage } from './staged-camera.ts';

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const wide = { id: 'wide', label: 'camera 2, facing back' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the lens', () => {
  it('that was chosen before is opened at once', async () => {
    const stage = setStage();
    stage.session.selectCamera(wide);
    stage.session.setWanted(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    expect(stage.askedLenses).toEqual([wide]);
    expect(stage.session.snapshot().cameraId).toBe('wide');
  });

  it('is changed while the picture is there, never with two streams', async () => {
    const stage = setStage();
    stage.session.setWanted(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    expect(stage.session.snapshot().cameras).toHaveLength(2);
    stage.session.selectCamera(wide);
    expect(stage.openCount()).toBe(0);
    await passTime(1);
    expect(stage.openCount()).toBe(1);
    expect(stage.session.snapshot()).toMatchObject({
      cameraId: 'wide',
      state: { name: 'healthy' },
    });
  });

  it('that shows the picture already is not opened again when it is chosen', async () => {
    const stage = setStage();
    stage.session.setWanted(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    stage.session.selectCamera({ id: 'back', label: 'camera 0, facing back' });
    await passTime(1);
    expect(stage.cameras).toHaveLength(1);
  });
});

describe('zooming', () => {
  it('follows a fast finger with the last wish, not with every one', async () => {
    const stage = setStage();
    stage.session.setWanted(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    for (const value of [1.5, 2, 2.5, 4]) void stage.session.setZoom(value);
    await passTime(1);
    expect(stage.cameras[0]?.zooms).toEqual([1.5, 4]);
    expect(stage.session.snapshot().zoom?.value).toBe(4);
  });

  it('shows what the camera did where it did not follow', async () => {
    const stage = setStage();
    stage.session.setWanted(true);
    await passTime(SCAN_START_DELAY_MS + 1);
    await stage.session.setZoom(2);
    await stage.session.setZoom(3);
    expect(stage.session.snapshot().zoom?.value).toBe(2);
  });
});
