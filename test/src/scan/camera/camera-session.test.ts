import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  SCAN_BLOCKING_MS,
  SCAN_START_DELAY_MS,
  STALLED_AFTER_MS,
} from '#src/features/scan/camera/scan-constants.ts';
import type { DecodedCode, CodeVerdict } from '#src/features/scan/camera/camera-session.ts';
import { createCameraSetup, type CameraSetup } from './staged-camera.ts';

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function openCamera(stage: CameraSetup): Promise<CameraSetup> {
  stage.session.setNeeded(true);
  await passTime(SCAN_START_DELAY_MS + 1);
  return stage;
}

const stateOf = (stage: CameraSetup) => stage.session.snapshot().state.name;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('opening', () => {
  it('requests the camera only after the start delay', async () => {
    const stage = createCameraSetup();
    stage.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS - 1);
    expect(stage.cameras).toHaveLength(0);
    await passTime(2);
    expect(stage.cameras).toHaveLength(1);
    expect(stateOf(stage)).toBe('healthy');
  });

  it('requests nothing if the screen is left during the delay', async () => {
    const stage = createCameraSetup();
    stage.session.setNeeded(true);
    stage.session.setNeeded(false);
    await passTime(5000);
    expect(stage.cameras).toHaveLength(0);
    expect(stateOf(stage)).toBe('off');
  });

  it('leaves no stream open if the screen is left during the permission prompt', async () => {
    const stage = createCameraSetup();
    stage.opening = 'pending';
    await openCamera(stage);
    stage.session.setNeeded(false);
    stage.release();
    await passTime(1);
    expect(stage.openCount()).toBe(0);
    expect(stateOf(stage)).toBe('off');
  });

  it.each(['missing', 'denied', 'busy', 'aborted'] as const)('reports %s', async (problem) => {
    const stage = createCameraSetup();
    stage.opening = problem;
    await openCamera(stage);
    expect(stage.session.snapshot().state).toEqual({ name: 'broken', reason: problem });
    stage.opening = 'immediate';
    stage.session.retry();
    await passTime(1);
    expect(stateOf(stage)).toBe('healthy');
  });
});

describe('a hidden page (F42)', () => {
  it('closes stream and torch when hidden, and opens them again when visible', async () => {
    const stage = await openCamera(createCameraSetup({ torch: true }));
    await stage.session.setTorch(true);
    expect(stage.session.snapshot().torchOn).toBe(true);
    stage.session.setNeeded(false);
    expect(stage.openCount()).toBe(0);
    expect(stage.cameras[0]?.isTorchOn).toBe(false);
    stage.session.setNeeded(true);
    await passTime(1);
    expect(stage.openCount()).toBe(1);
    expect(stage.session.snapshot()).toMatchObject({ torchOn: false });
  });

  it('never has two streams, however fast its visibility changes', async () => {
    const stage = await openCamera(createCameraSetup());
    for (let round = 0; round < 20; round += 1) {
      stage.session.setNeeded(false);
      stage.session.setNeeded(true);
      if (round % 3 === 0) await passTime(1);
      expect(stage.openCount()).toBeLessThanOrEqual(1);
    }
    await passTime(10);
    expect(stage.openCount()).toBe(1);
  });
});

describe('an interrupted stream', () => {
  it('is reopened when its track ends', async () => {
    const stage = await openCamera(createCameraSetup());
    stage.cameras[0]?.track.dispatchEvent(new Event('ended'));
    await passTime(1);
    expect(stage.cameras.map((camera) => camera.isClosed)).toEqual([true, false]);
    expect(stateOf(stage)).toBe('healthy');
  });

  it('is reopened when it stays muted, but not after a short mute', async () => {
    const stage = await openCamera(createCameraSetup());
    stage.cameras[0]?.track.dispatchEvent(new Event('mute'));
    await passTime(STALLED_AFTER_MS - 100);
    stage.cameras[0]?.track.dispatchEvent(new Event('unmute'));
    await passTime(STALLED_AFTER_MS);
    expect(stage.cameras).toHaveLength(1);
    stage.cameras[0]?.track.dispatchEvent(new Event('mute'));
    await passTime(STALLED_AFTER_MS + 1);
    expect(stage.cameras).toHaveLength(2);
  });

  it('is reopened when its picture is frozen', async () => {
    const stage = await openCamera(createCameraSetup());
    await passTime(3000);
    const [camera] = stage.cameras;
    if (camera) camera.isFrozen = true;
    await passTime(STALLED_AFTER_MS + 500);
    expect(camera?.isClosed).toBe(true);
    expect(stage.openCount()).toBe(1);
  });
});

describe('a video frame that can’t be captured', () => {
  it('counts as a stalled camera, and can be retried manually', async () => {
    const stage = await openCamera(createCameraSetup());
    const [camera] = stage.cameras;
    if (camera) camera.grabFails = true;
    await passTime(2000);
    expect(stage.session.snapshot().state).toEqual({ name: 'broken', reason: 'aborted' });
    stage.session.retry();
    await passTime(1);
    expect(stateOf(stage)).toBe('healthy');
  });

  it('isn’t a failure the first time', async () => {
    const stage = await openCamera(createCameraSetup());
    const [camera] = stage.cameras;
    if (camera) camera.grabFails = true;
    await passTime(130);
    if (camera) camera.grabFails = false;
    await passTime(1000);
    expect(stateOf(stage)).toBe('healthy');
  });
});

describe('reading', () => {
  it('reports each label once, with the data that the screen needs', async () => {
    const stage = await openCamera(createCameraSetup());
    stage.view.texts = ['A', 'B'];
    await passTime(5000);
    expect(stage.readings.map((reading) => reading.text)).toEqual(['A']);
    expect(stage.readings[0]?.hits.map((hit) => hit.text)).toEqual(['A', 'B']);
    expect(stage.readings[0]?.frame).toEqual({ width: 640, height: 480 });
  });

  it('alternates the passes, at no more than eight frames a second', async () => {
    const stage = await openCamera(createCameraSetup());
    await passTime(1000);
    expect(stage.decodePasses.slice(0, 6)).toEqual([
      'fast',
      'fast',
      'thorough',
      'fine',
      'close',
      'binarised',
    ]);
    expect(stage.decodePasses.length).toBeGreaterThanOrEqual(7);
    expect(stage.decodePasses.length).toBeLessThanOrEqual(9);
  });

  it('pauses under an overlay, and doesn’t report the same label afterwards', async () => {
    const stage = await openCamera(createCameraSetup());
    stage.view.texts = ['A'];
    await passTime(200);
    stage.session.setReading(false);
    const before = stage.decodePasses.length;
    await passTime(10_000);
    expect(stage.decodePasses.length).toBe(before);
    expect(stage.openCount()).toBe(1);
    stage.session.setReading(true);
    await passTime(500);
    expect(stage.readings).toHaveLength(1);
  });

  it('fails if the decoder can’t be loaded, and works again after a retry', async () => {
    const stage = createCameraSetup();
    stage.readerFails = true;
    await openCamera(stage);
    await passTime(1000);
    expect(stage.session.snapshot().state).toEqual({ name: 'broken', reason: 'aborted' });
    expect(stage.openCount()).toBe(0);
    stage.readerFails = false;
    stage.session.retry();
    await passTime(500);
    expect(stateOf(stage)).toBe('healthy');
  });

  it('continues after a single failure', async () => {
    const stage = await openCamera(createCameraSetup());
    stage.readerFails = true;
    await passTime(130);
    stage.readerFails = false;
    stage.view.texts = ['A'];
    await passTime(500);
    expect(stage.readings).toHaveLength(1);
    expect(stage.cameras).toHaveLength(1);
  });
});

describe('a frame in which only some labels may be reported', () => {
  it('reports only those labels, and none that the user has chosen', async () => {
    const stage = await openCamera(createCameraSetup());
    const ignoredTexts = new Set(['B']);
    const verdictOf = (reading: DecodedCode): CodeVerdict => {
      stage.readings.push(reading);
      return 'accepted';
    };
    stage.session.setListeners(verdictOf, ({ hits }) => {
      const reported = hits.filter(({ text }) => !ignoredTexts.has(text));
      return { hits: reported, isChoicePending: reported.length === 0 };
    });
    stage.view.texts = ['B', 'A', 'C'];
    await passTime(1000);
    expect(stage.readings.map(({ text }) => text)).toEqual(['A']);
    // Labels to choose from count as a result, so there is no prompt for manual entry.
    stage.view.texts = ['B'];
    await passTime(2 * SCAN_BLOCKING_MS);
    expect(stateOf(stage)).toBe('healthy');
    stage.session.markChosen('B');
    ignoredTexts.clear();
    await passTime(1000);
    expect(stage.readings).toHaveLength(1);
  });
});

describe('18 seconds without a result', () => {
  it('offer manual entry while reading continues', async () => {
    const stage = await openCamera(createCameraSetup());
    await passTime(SCAN_BLOCKING_MS - 10);
    expect(stateOf(stage)).toBe('healthy');
    await passTime(20);
    expect(stateOf(stage)).toBe('blocking');
    stage.view.texts = ['A'];
    await passTime(300);
    expect(stateOf(stage)).toBe('healthy');
  });

  it('start again after a result, but not after a foreign code', async () => {
    const stage = await openCamera(createCameraSetup());
    await passTime(SCAN_BLOCKING_MS - 1000);
    stage.view.texts = ['A'];
    await passTime(2000);
    expect(stateOf(stage)).toBe('healthy');
    stage.verdict = 'ignored';
    stage.view.texts = ['foreign'];
    await passTime(SCAN_BLOCKING_MS);
    expect(stage.readings.map((reading) => reading.text)).toEqual(['A', 'foreign']);
    expect(stateOf(stage)).toBe('blocking');
  });

  it('pause while reading is paused', async () => {
    const stage = await openCamera(createCameraSetup());
    stage.session.setReading(false);
    await passTime(2 * SCAN_BLOCKING_MS);
    expect(stateOf(stage)).toBe('healthy');
  });
});

describe('light, torch and zoom', () => {
  it('the torch is offered in the dark, without flickering at the threshold', async () => {
    const stage = await openCamera(createCameraSetup({ torch: true }));
    const darkAt = async (brightness: number) => {
      stage.view.brightness = brightness;
      await passTime(300);
      return stage.session.snapshot().isDark;
    };
    expect(await darkAt(0.25)).toBe(false);
    expect(await darkAt(0.1)).toBe(true);
    expect(await darkAt(0.25)).toBe(true);
    expect(await darkAt(0.5)).toBe(false);
  });

  it('there is no torch if the camera has none', async () => {
    const stage = await openCamera(createCameraSetup());
    await stage.session.setTorch(true);
    expect(stage.session.snapshot().torchOn).toBeNull();
  });

  it('zoom stays within the camera’s limits', async () => {
    const stage = await openCamera(createCameraSetup());
    await stage.session.setZoom(99);
    expect(stage.session.snapshot().zoom).toMatchObject({ value: 5, max: 5 });
  });
});
