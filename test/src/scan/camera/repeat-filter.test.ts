import { describe, expect, it } from 'vitest';
import { createRepeatFilter } from '#src/features/scan/camera/labels-in-view.ts';
import {
  IGNORED_OUT_OF_VIEW_MS,
  OUT_OF_VIEW_MS,
} from '#src/features/scan/camera/scan-constants.ts';

describe('the filter for repeated readings', () => {
  it('passes a label only once while it stays in view, however long', () => {
    const gate = createRepeatFilter();
    expect(gate.accepts(['A'], 0)).toBe(true);
    for (let now = 500; now < 20_000; now += 500) expect(gate.accepts(['A'], now)).toBe(false);
  });

  it('passes it again after it left the view', () => {
    const gate = createRepeatFilter();
    gate.accepts(['A'], 0);
    gate.accepts([], 1000);
    expect(gate.accepts(['A'], OUT_OF_VIEW_MS - 1)).toBe(false);
    expect(gate.accepts(['A'], 2 * OUT_OF_VIEW_MS)).toBe(true);
  });

  it('passes each of two labels in view only once, whichever is nearer the centre', () => {
    const gate = createRepeatFilter();
    expect(gate.accepts(['A', 'B'], 0)).toBe(true);
    expect(gate.accepts(['B', 'A'], 100)).toBe(true);
    expect(gate.accepts(['A', 'B'], 3000)).toBe(true);
    expect(gate.accepts(['B', 'A'], 3100)).toBe(true);
    expect(gate.accepts(['A', 'B'], 3200)).toBe(false);
  });

  it('keeps a label at the edge of the view', () => {
    const gate = createRepeatFilter();
    gate.accepts(['A'], 0);
    for (let now = 100; now < 6000; now += 100) gate.accepts(['B', 'A'], now);
    expect(gate.accepts(['A', 'B'], 6000)).toBe(false);
  });

  it('keeps the labels in view while reading is paused', () => {
    const gate = createRepeatFilter();
    gate.accepts(['A'], 0);
    gate.accepts(['B'], OUT_OF_VIEW_MS - 500);
    gate.skipPause(OUT_OF_VIEW_MS, 60_000);
    expect(gate.accepts(['B'], 60_100)).toBe(false);
    expect(gate.accepts(['A'], 60_200)).toBe(true);
  });

  it('passes nothing in an empty view', () => {
    expect(createRepeatFilter().accepts([], 0)).toBe(false);
  });
});

describe('the input of the repeat filter', () => {
  it('can be a text other than the frame’s first text, or null', () => {
    const gate = createRepeatFilter();
    expect(gate.accepts(['A', 'B'], 0, null)).toBe(false);
    expect(gate.accepts(['A', 'B'], 100, 'B')).toBe(true);
    expect(gate.accepts(['A', 'B'], 200, 'B')).toBe(false);
    expect(gate.accepts(['A', 'B'], 300, 'A')).toBe(true);
  });

  it('passes an ignored text again only after a longer absence', () => {
    const gate = createRepeatFilter();
    expect(gate.accepts(['bad'], 0)).toBe(true);
    gate.markIgnored('bad');
    let now = 0;
    for (let frame = 0; frame < 10; frame += 1) {
      now += IGNORED_OUT_OF_VIEW_MS - 1;
      expect(gate.accepts(['bad'], now)).toBe(false);
    }
    expect(gate.accepts(['bad'], now + IGNORED_OUT_OF_VIEW_MS)).toBe(true);
  });

  it('passes a text again after it was reset', () => {
    const gate = createRepeatFilter();
    expect(gate.accepts(['A'], 0)).toBe(true);
    gate.forget('A');
    expect(gate.accepts(['A'], 100)).toBe(true);
    expect(gate.accepts(['A'], 200)).toBe(false);
  });

  it('treats a label that the user chose as reported', () => {
    const gate = createRepeatFilter();
    gate.markSeen('A', 0);
    expect(gate.accepts(['A'], 100)).toBe(false);
  });
});
