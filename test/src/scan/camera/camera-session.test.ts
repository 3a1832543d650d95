import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  SCAN_BLOCKING_MS,
  SCAN_START_DELAY_MS,
  STALLED_AFTER_MS,
} from '#src/features/scan/camera/scan-constants.ts';
import type { DecodedCode, CodeVerdict } from '#src/features/scan/camera/camera-session.ts';
import { createCameraSetup, type CameraSetup } from './camera-setup.ts';

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function openCamera(setup: CameraSetup): Promise<CameraSetup> {
  setup.session.setNeeded(true);
  await passTime(SCAN_START_DELAY_MS + 1);
  return setup;
}

const stateOf = (setup: CameraSetup) => setup.session.snapshot().state.name;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('opening', () => {
  it('requests the camera only after the start delay', async () => {
    const setup = createCameraSetup();
    setup.session.setNeeded(true);
    await passTime(SCAN_START_DELAY_MS - 1);
    expect(setup.cameras).toHaveLength(0);
    await passTime(2);
    expect(setup.cameras).toHaveLength(1);
    expect(stateOf(setup)).toBe('healthy');
  });

  it('requests nothing if the screen is left during the delay', async () => {
    const setup = createCameraSetup();
    setup.session.setNeeded(true);
    setup.session.setNeeded(false);
    await passTime(5000);
    expect(setup.cameras).toHaveLength(0);
    expect(stateOf(setup)).toBe('off');
  });

  it('leaves no stream open if the screen is left during the permission prompt', async () => {
    const setup = createCameraSetup();
    setup.opening = 'pending';
    await openCamera(setup);
    setup.session.setNeeded(false);
    setup.release();
    await passTime(1);
    expect(setup.openCount()).toBe(0);
    expect(stateOf(setup)).toBe('off');
  });

  it.each(['missing', 'denied', 'busy', 'aborted'] as const)('reports %s', async (problem) => {
    const setup = createCameraSetup();
    setup.opening = problem;
    await openCamera(setup);
    expect(setup.session.snapshot().state).toEqual({ name: 'broken', reason: problem });
    setup.opening = 'immediate';
    setup.session.retry();
    await passTime(1);
    expect(stateOf(setup)).toBe('healthy');
  });
});

describe('a hidden page (F42)', () => {
  it('closes stream and torch when hidden, and opens them again when visible', async () => {
    const setup = await openCamera(createCameraSetup({ torch: true }));
    await setup.session.setTorch(true);
    expect(setup.session.snapshot().torchOn).toBe(true);
    setup.session.setNeeded(false);
    expect(setup.openCount()).toBe(0);
    expect(setup.cameras[0]?.isTorchOn).toBe(false);
    setup.session.setNeeded(true);
    await passTime(1);
    expect(setup.openCount()).toBe(1);
    expect(setup.session.snapshot()).toMatchObject({ torchOn: false });
  });

  it('never has two streams, however fast its visibility changes', async () => {
    const setup = await openCamera(createCameraSetup());
    for (let round = 0; round < 20; round += 1) {
      setup.session.setNeeded(false);
      setup.session.setNeeded(true);
      if (round % 3 === 0) await passTime(1);
      expect(setup.openCount()).toBeLessThanOrEqual(1);
    }
    await passTime(10);
    expect(setup.openCount()).toBe(1);
  });
});

describe('an interrupted stream', () => {
  it('is reopened when its track ends', async () => {
    const setup = await openCamera(createCameraSetup());
    setup.cameras[0]?.track.dispatchEvent(new Event('ended'));
    await passTime(1);
    expect(setup.cameras.map((camera) => camera.isClosed)).toEqual([true, false]);
    expect(stateOf(setup)).toBe('healthy');
  });

  it('is reopened when it stays muted, but not after a short mute', async () => {
    const setup = await openCamera(createCameraSetup());
    setup.cameras[0]?.track.dispatchEvent(new Event('mute'));
    await passTime(STALLED_AFTER_MS - 100);
    setup.cameras[0]?.track.dispatchEvent(new Event('unmute'));
    await passTime(STALLED_AFTER_MS);
    expect(setup.cameras).toHaveLength(1);
    setup.cameras[0]?.track.dispatchEvent(new Event('mute'));
    await passTime(STALLED_AFTER_MS + 1);
    expect(setup.cameras).toHaveLength(2);
  });

  it('is reopened when its picture is frozen', async () => {
    const setup = await openCamera(createCameraSetup());
    await passTime(3000);
    const [camera] = setup.cameras;
    if (camera) camera.isFrozen = true;
    await passTime(STALLED_AFTER_MS + 500);
    expect(camera?.isClosed).toBe(true);
    expect(setup.openCount()).toBe(1);
  });
});

describe('a video frame that can’t be captured', () => {
  it('counts as a stalled camera, and can be retried manually', async () => {
    const setup = await openCamera(createCameraSetup());
    const [camera] = setup.cameras;
    if (camera) camera.grabFails = true;
    await passTime(2000);
    expect(setup.session.snapshot().state).toEqual({ name: 'broken', reason: 'aborted' });
    setup.session.retry();
    await passTime(1);
    expect(stateOf(setup)).toBe('healthy');
  });

  it('isn’t a failure the first time', async () => {
    const setup = await openCamera(createCameraSetup());
    const [camera] = setup.cameras;
    if (camera) camera.grabFails = true;
    await passTime(130);
    if (camera) camera.grabFails = false;
    await passTime(1000);
    expect(stateOf(setup)).toBe('healthy');
  });
});

describe('reading', () => {
  it('reports each label once, with the data that the screen needs', async () => {
    const setup = await openCamera(createCameraSetup());
    setup.view.texts = ['A', 'B'];
    await passTime(5000);
    expect(setup.readings.map((reading) => reading.text)).toEqual(['A']);
    expect(setup.readings[0]?.hits.map((hit) => hit.text)).toEqual(['A', 'B']);
    expect(setup.readings[0]?.frame).toEqual({ width: 640, height: 480 });
  });

  it('alternates the passes, at no more than eight frames a second', async () => {
    const setup = await openCamera(createCameraSetup());
    await passTime(1000);
    expect(setup.decodePasses.slice(0, 6)).toEqual([
      'fast',
      'fast',
      'thorough',
      'fine',
      'close',
      'binarised',
    ]);
    expect(setup.decodePasses.length).toBeGreaterThanOrEqual(7);
    expect(setup.decodePasses.length).toBeLessThanOrEqual(9);
  });

  it('pauses under an overlay, and doesn’t report the same label afterwards', async () => {
    const setup = await openCamera(createCameraSetup());
    setup.view.texts = ['A'];
    await passTime(200);
    setup.session.setReading(false);
    const before = setup.decodePasses.length;
    await passTime(10_000);
    expect(setup.decodePasses.length).toBe(before);
    expect(setup.openCount()).toBe(1);
    setup.session.setReading(true);
    await passTime(500);
    expect(setup.readings).toHaveLength(1);
  });

  it('fails if the decoder can’t be loaded, and works again after a retry', async () => {
    const setup = createCameraSetup();
    setup.readerFails = true;
    await openCamera(setup);
    await passTime(1000);
    expect(setup.session.snapshot().state).toEqual({ name: 'broken', reason: 'aborted' });
    expect(setup.openCount()).toBe(0);
    setup.readerFails = false;
    setup.session.retry();
    await passTime(500);
    expect(stateOf(setup)).toBe('healthy');
  });

  it('continues after a single failure', async () => {
    const setup = await openCamera(createCameraSetup());
    setup.readerFails = true;
    await passTime(130);
    setup.readerFails = false;
    setup.view.texts = ['A'];
    await passTime(500);
    expect(setup.readings).toHaveLength(1);
    expect(setup.cameras).toHaveLength(1);
  });
});

describe('a frame in which only some labels may be reported', () => {
  it('reports only those labels, and none that the user has chosen', async () => {
    const setup = await openCamera(createCameraSetup());
    const ignoredTexts = new Set(['B']);
    const verdictOf = (reading: DecodedCode): CodeVerdict => {
      setup.readings.push(reading);
      return 'accepted';
    };
    setup.session.setListeners(verdictOf, ({ hits }) => {
      const reported = hits.filter(({ text }) => !ignoredTexts.has(text));
      return { hits: reported, isChoicePending: reported.length === 0 };
    });
    setup.view.texts = ['B', 'A', 'C'];
    await passTime(1000);
    expect(setup.readings.map(({ text }) => text)).toEqual(['A']);
    // Labels to choose from count as a result, so there is no prompt for manual entry.
    setup.view.texts = ['B'];
    await passTime(2 * SCAN_BLOCKING_MS);
    expect(stateOf(setup)).toBe('healthy');
    setup.session.markChosen('B');
    ignoredTexts.clear();
    await passTime(1000);
    expect(setup.readings).toHaveLength(1);
  });
});

describe('18 seconds without a result', () => {
  it('offer manual entry while reading continues', async () => {
    const setup = await openCamera(createCameraSetup());
    await passTime(SCAN_BLOCKING_MS - 10);
    expect(stateOf(setup)).toBe('healthy');
    await passTime(20);
    expect(stateOf(setup)).toBe('blocking');
    setup.view.texts = ['A'];
    await passTime(300);
    expect(stateOf(setup)).toBe('healthy');
  });

  it('start again after a result, but not after a foreign code', async () => {
    const setup = await openCamera(createCameraSetup());
    await passTime(SCAN_BLOCKING_MS - 1000);
    setup.view.texts = ['A'];
    await passTime(2000);
    expect(stateOf(setup)).toBe('healthy');
    setup.verdict = 'ignored';
    setup.view.texts = ['foreign'];
    await passTime(SCAN_BLOCKING_MS);
    expect(setup.readings.map((reading) => reading.text)).toEqual(['A', 'foreign']);
    expect(stateOf(setup)).toBe('blocking');
  });

  it('pause while reading is paused', async () => {
    const setup = await openCamera(createCameraSetup());
    setup.session.setReading(false);
    await passTime(2 * SCAN_BLOCKING_MS);
    expect(stateOf(setup)).toBe('healthy');
  });
});

describe('light, torch and zoom', () => {
  it('the torch is offered in the dark, without flickering at the threshold', async () => {
    const setup = await openCamera(createCameraSetup({ torch: true }));
    const darkAt = async (brightness: number) => {
      setup.view.brightness = brightness;
      await passTime(300);
      return setup.session.snapshot().isDark;
    };
    expect(await darkAt(0.25)).toBe(false);
    expect(await darkAt(0.1)).toBe(true);
    expect(await darkAt(0.25)).toBe(true);
    expect(await darkAt(0.5)).toBe(false);
  });

  it('there is no torch if the camera has none', async () => {
    const setup = await openCamera(createCameraSetup());
    await setup.session.setTorch(true);
    expect(setup.session.snapshot().torchOn).toBeNull();
  });

  it('zoom stays within the camera’s limits', async () => {
    const setup = await openCamera(createCameraSetup());
    await setup.session.setZoom(99);
    expect(setup.session.snapshot().zoom).toMatchObject({ value: 5, max: 5 });
  });
});
