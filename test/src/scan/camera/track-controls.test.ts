import { describe, expect, it } from 'vitest';
import { trackControls } from '#src/features/scan/camera/track-controls.ts';

/** A track with these capabilities. Records constraints and rejects a zoom of 9. */
function staged(capabilities?: object) {
  const asked: object[] = [];
  const track = {
    ...(capabilities && { getCapabilities: () => capabilities }),
    getSettings: () => ({ zoom: 2 }),
    applyConstraints: (constraints?: { advanced?: object[] }) => {
      const sets = constraints?.advanced ?? [];
      asked.push(sets);
      const isRefused = sets.some((set) => 'zoom' in set && set.zoom === 9);
      return isRefused ? Promise.reject(new Error('refused')) : Promise.resolve();
    },
  };
  return { asked, controls: trackControls(track) };
}

describe('light, zoom and focus of a track', () => {
  it('are none where the browser tells of none', async () => {
    for (const { asked, controls } of [staged(), staged({})]) {
      expect(controls).toMatchObject({ hasTorch: false, zoom: null });
      await controls.focusContinuously();
      expect(asked).toEqual([]);
    }
  });

  it('are told in both ways browsers tell of a torch', () => {
    expect(staged({ torch: true }).controls.hasTorch).toBe(true);
    expect(staged({ torch: [false, true] }).controls.hasTorch).toBe(true);
    expect(staged({ torch: [false] }).controls.hasTorch).toBe(false);
  });

  it('zoom from where the camera stands, and not where there is nothing to zoom', () => {
    const zoom = { min: 1, max: 8, step: 0.5 };
    expect(staged({ zoom }).controls.zoom).toEqual({ ...zoom, value: 2 });
    expect(staged({ zoom: { min: 1, max: 8, step: 0 } }).controls.zoom?.step).toBeGreaterThan(0);
    expect(staged({ zoom: { min: 1, max: 1 } }).controls.zoom).toBeNull();
  });

  it('keep each other: a zoom does not put out the light, nor a refused one', async () => {
    const { asked, controls } = staged({
      torch: true,
      zoom: { min: 1, max: 9 },
      focusMode: ['continuous'],
    });
    await controls.focusContinuously();
    await controls.setTorch(true);
    await expect(controls.setZoom(9)).rejects.toThrow('refused');
    await controls.setZoom(3);
    expect(asked.at(-1)).toEqual([{ focusMode: 'continuous' }, { torch: true }, { zoom: 3 }]);
  });
});
