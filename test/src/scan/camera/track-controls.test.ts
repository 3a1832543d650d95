import { describe, expect, it } from 'vitest';
import { createTrackControls } from '#src/features/scan/camera/track-controls.ts';

/** A track with these capabilities. Records constraints and rejects a zoom of 9. */
function fakeTrack(capabilities?: object) {
  const appliedConstraints: object[] = [];
  const track = {
    ...(capabilities && { getCapabilities: () => capabilities }),
    getSettings: () => ({ zoom: 2 }),
    applyConstraints: (constraints?: { advanced?: object[] }) => {
      const sets = constraints?.advanced ?? [];
      appliedConstraints.push(sets);
      const isRejected = sets.some((set) => 'zoom' in set && set.zoom === 9);
      return isRejected ? Promise.reject(new Error('refused')) : Promise.resolve();
    },
  };
  return { appliedConstraints, controls: createTrackControls(track) };
}

describe('light, zoom and focus of a track', () => {
  it('are missing if the browser reports none', async () => {
    for (const { appliedConstraints, controls } of [fakeTrack(), fakeTrack({})]) {
      expect(controls).toMatchObject({ hasTorch: false, zoom: null });
      await controls.focusContinuously();
      expect(appliedConstraints).toEqual([]);
    }
  });

  it('are read in both formats in which browsers report a torch', () => {
    expect(fakeTrack({ torch: true }).controls.hasTorch).toBe(true);
    expect(fakeTrack({ torch: [false, true] }).controls.hasTorch).toBe(true);
    expect(fakeTrack({ torch: [false] }).controls.hasTorch).toBe(false);
  });

  it('include no zoom if the camera has no range, and otherwise start at the camera’s current zoom', () => {
    const zoom = { min: 1, max: 8, step: 0.5 };
    expect(fakeTrack({ zoom }).controls.zoom).toEqual({ ...zoom, value: 2 });
    expect(fakeTrack({ zoom: { min: 1, max: 8, step: 0 } }).controls.zoom?.step).toBeGreaterThan(0);
    expect(fakeTrack({ zoom: { min: 1, max: 1 } }).controls.zoom).toBeNull();
  });

  it('don’t affect each other: neither an accepted nor a rejected zoom turns off the torch', async () => {
    const { appliedConstraints, controls } = fakeTrack({
      torch: true,
      zoom: { min: 1, max: 9 },
      focusMode: ['continuous'],
    });
    await controls.focusContinuously();
    await controls.setTorch(true);
    await expect(controls.setZoom(9)).rejects.toThrow('refused');
    await controls.setZoom(3);
    expect(appliedConstraints.at(-1)).toEqual([
      { focusMode: 'continuous' },
      { torch: true },
      { zoom: 3 },
    ]);
  });
});
