import { describe, expect, it } from 'vitest';
import { createReadingGate } from '#src/features/scan/camera/reading-gate.ts';
import {
  REFUSED_REPEAT_AFTER_MS,
  REPEAT_AFTER_MS,
} from '#src/features/scan/camera/scan-constants.ts';

describe('the gate before a reading counts', () => {
  it('lets a label through once while it stays in view, however long', () => {
    const gate = createReadingGate();
    expect(gate.admits(['A'], 0)).toBe(true);
    for (let now = 500; now < 20_000; now += 500) expect(gate.admits(['A'], now)).toBe(false);
  });

  it('lets it through again after it was out of view', () => {
    const gate = createReadingGate();
    gate.admits(['A'], 0);
    gate.admits([], 1000);
    expect(gate.admits(['A'], REPEAT_AFTER_MS - 1)).toBe(false);
    expect(gate.admits(['A'], 2 * REPEAT_AFTER_MS)).toBe(true);
  });

  it('lets two labels in one view through once each, whichever is nearer the middle', () => {
    const gate = createReadingGate();
    expect(gate.admits(['A', 'B'], 0)).toBe(true);
    expect(gate.admits(['B', 'A'], 100)).toBe(true);
    expect(gate.admits(['A', 'B'], 3000)).toBe(true);
    expect(gate.admits(['B', 'A'], 3100)).toBe(true);
    expect(gate.admits(['A', 'B'], 3200)).toBe(false);
  });

  it('keeps a label at the edge of the view known', () => {
    const gate = createReadingGate();
    gate.admits(['A'], 0);
    for (let now = 100; now < 6000; now += 100) gate.admits(['B', 'A'], now);
    expect(gate.admits(['A', 'B'], 6000)).toBe(false);
  });

  it('still knows what was in view when reading rested', () => {
    const gate = createReadingGate();
    gate.admits(['A'], 0);
    gate.admits(['B'], REPEAT_AFTER_MS - 500);
    gate.rested(REPEAT_AFTER_MS, 60_000);
    expect(gate.admits(['B'], 60_100)).toBe(false);
    expect(gate.admits(['A'], 60_200)).toBe(true);
  });

  it('has nothing to let through in an empty view', () => {
    expect(createReadingGate().admits([], 0)).toBe(false);
  });
});

describe('what the gate is told', () => {
  it('may be another than the first text of the frame, or none', () => {
    const gate = createReadingGate();
    expect(gate.admits(['A', 'B'], 0, null)).toBe(false);
    expect(gate.admits(['A', 'B'], 100, 'B')).toBe(true);
    expect(gate.admits(['A', 'B'], 200, 'B')).toBe(false);
    expect(gate.admits(['A', 'B'], 300, 'A')).toBe(true);
  });

  it('lets what was refused through only after a longer time without it', () => {
    const gate = createReadingGate();
    expect(gate.admits(['bad'], 0)).toBe(true);
    gate.refuse('bad');
    let now = 0;
    for (let look = 0; look < 10; look += 1) {
      now += REFUSED_REPEAT_AFTER_MS - 1;
      expect(gate.admits(['bad'], now)).toBe(false);
    }
    expect(gate.admits(['bad'], now + REFUSED_REPEAT_AFTER_MS)).toBe(true);
  });

  it('lets a text through again that it was told to forget', () => {
    const gate = createReadingGate();
    expect(gate.admits(['A'], 0)).toBe(true);
    gate.forget('A');
    expect(gate.admits(['A'], 100)).toBe(true);
    expect(gate.admits(['A'], 200)).toBe(false);
  });

  it('knows what was chosen by hand', () => {
    const gate = createReadingGate();
    gate.note('A', 0);
    expect(gate.admits(['A'], 100)).toBe(false);
  });
});
