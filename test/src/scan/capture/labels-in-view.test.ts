import { describe, expect, it } from 'vitest';
import { parseLabel } from '#schemas/label.ts';
import {
  ALONE_AFTER_FRAMES,
  OUTLINE_MS,
  OUT_OF_VIEW_MS,
} from '#src/features/scan/camera/scan-constants.ts';
import { LabelsInView } from '#src/features/scan/capture/labels-in-view.ts';
import { genericRules, rules } from '../rules-fixture.ts';

const domain = rules.manufacturerDomain;
const A = `https://q.${domain}/GGL_MK06_2070_24A17K3M_0001`;
const B = `https://q.${domain}/GGL_MK06_2070_24A17K3M_0002`;
const C = `https://q.${domain}/GGL_MK06_2070_24A17K3M_0003`;
const generic = `https://q.${domain}/GGL_MK06_2070_24A17K3M`;
const torn = `https://q.${domain}/GGL_MK06`;
const foreign = 'https://q.another-maker.example/GGL_MK06_2070_24A17K3M_0042';

/** A camera feed: one frame every 125 ms. */
function setStage(by = rules) {
  const inView = new LabelsInView();
  let now = 1000;
  const corner = { x: 0, y: 0 };
  return {
    inView,
    /** @returns the text that may be reported, or null */
    look(...texts: readonly string[]): string | null {
      now += 125;
      const hits = texts.map((text) => ({
        text,
        corners: [corner, corner, corner, corner] as const,
      }));
      const result = { hits, frame: { width: 640, height: 480 } };
      const detections = inView.update(result, (text) => parseLabel(text, by), now);
      return detections.hits[0]?.text ?? null;
    },
    pass: (ms: number) => (now += ms),
    choice: () => inView.choices().map(({ text }) => text),
    outlined: () => inView.codes().map(({ text }) => text),
  };
}

describe('one label in view', () => {
  it('is reported at once, even if another maker’s code is nearer the centre', () => {
    const stage = setStage();
    expect(stage.look(A)).toBe(A);
    expect(stage.look(foreign, A)).toBe(A);
    expect(stage.choice()).toEqual([]);
  });

  it('counts once even if its text appears twice', () => {
    const stage = setStage();
    expect(stage.look(A, A)).toBe(A);
    expect(stage.choice()).toEqual([]);
  });

  it('is reported even if another one, never seen beside it, has just left the view', () => {
    const stage = setStage();
    stage.look(A);
    expect(stage.look(B)).toBe(B);
    expect(stage.choice()).toEqual([]);
  });
});

describe('a label without a serial number', () => {
  it('is reported again each time it returns, and never while in view', () => {
    const stage = setStage(genericRules);
    let count = 0;
    const show = (frames: number) => {
      for (let frame = 0; frame < frames; frame += 1) {
        if (stage.look(generic) === null) continue;
        expect(stage.inView.claimCopies(generic)).toBe(1);
        stage.inView.markCaptured(generic);
        count += 1;
      }
    };
    for (let round = 1; round <= 3; round += 1) {
      show(8);
      expect(count).toBe(round);
      for (let frame = 0; frame < 8; frame += 1) stage.look();
    }
    show(4);
    stage.look();
    stage.look();
    show(4);
    expect(count).toBe(4);
  });

  it('can be captured again as soon as it returns', () => {
    const stage = setStage(genericRules);
    const isCaptured = () => stage.inView.labels().map((label) => label.isCaptured);
    stage.look(generic);
    stage.look(generic);
    stage.inView.claimCopies(generic);
    stage.inView.markCaptured(generic);
    expect(isCaptured()).toEqual([true]);
    for (let frame = 0; frame < 6; frame += 1) stage.look();
    stage.look(generic);
    expect(isCaptured()).toEqual([false]);
  });

  it('is captured with all its copies in view, and with those that join later', () => {
    const stage = setStage(genericRules);
    expect(stage.look(generic, generic)).toBe(generic);
    expect(stage.inView.claimCopies(generic)).toBe(2);
    expect(stage.look(generic)).toBeNull();
    expect(stage.look(generic, generic, generic)).toBe(generic);
    expect(stage.inView.claimCopies(generic)).toBe(1);
    expect(stage.look(generic, generic, generic)).toBeNull();
  });

  it('isn’t reported after it was chosen beside others', () => {
    const stage = setStage(genericRules);
    stage.look(generic, B);
    expect(stage.inView.claimCopies(generic)).toBe(1);
    for (let frame = 0; frame < 2 * ALONE_AFTER_FRAMES; frame += 1) {
      expect(stage.look(generic)).toBeNull();
    }
  });
});

describe('several labels in view', () => {
  it('are offered in the order they appeared, and none is reported', () => {
    const stage = setStage();
    expect(stage.look(A)).toBe(A);
    expect(stage.look(B, A)).toBeNull();
    expect(stage.look(C, A, B)).toBeNull();
    expect(stage.choice()).toEqual([A, B, C]);
  });

  it('remain a choice while a frame reads only one of them', () => {
    const stage = setStage();
    stage.look(A, B);
    for (let miss = 1; miss < ALONE_AFTER_FRAMES; miss += 1) expect(stage.look(A)).toBeNull();
    expect(stage.choice()).toEqual([A, B]);
    expect(stage.look(A)).toBe(A);
  });

  it('are no longer a choice when only one is left', () => {
    const stage = setStage();
    stage.look(A, B);
    stage.pass(OUT_OF_VIEW_MS);
    stage.look(B);
    expect(stage.choice()).toEqual([]);
  });

  it('remain, and none is reported, while someone is choosing', () => {
    const stage = setStage();
    stage.look(A, B);
    stage.inView.freeze(true);
    stage.pass(10 * OUT_OF_VIEW_MS);
    for (let frame = 0; frame < 2 * ALONE_AFTER_FRAMES; frame += 1) {
      expect(stage.look(C)).toBeNull();
      expect(stage.look(foreign)).toBeNull();
    }
    expect(stage.choice()).toEqual([A, B]);
    stage.inView.freeze(false);
    stage.look();
    expect(stage.choice()).toEqual([]);
  });

  it('keep the same list object until it changes, for all subscribers', () => {
    const stage = setStage();
    stage.look(A, B);
    const before = stage.inView.choices();
    stage.look(B, A);
    stage.look(A);
    expect(stage.inView.choices()).toBe(before);
    stage.inView.markCaptured(A);
    expect(stage.inView.choices().map(({ isCaptured }) => isCaptured)).toEqual([true, false]);
  });
});

describe('codes that can’t be captured', () => {
  it('are reported if there is nothing else, and always outlined', () => {
    const stage = setStage();
    expect(stage.look(foreign, torn)).toBe(foreign);
    expect(stage.look(torn, A)).toBe(A);
    expect(new Set(stage.outlined())).toEqual(new Set([foreign, torn, A]));
  });

  it('are outlined slightly longer than read, to hide a missed frame', () => {
    const stage = setStage();
    let count = 0;
    stage.inView.subscribe(() => (count += 1));
    stage.look(A);
    stage.look();
    expect(stage.outlined()).toEqual([A]);
    stage.pass(OUTLINE_MS);
    stage.look();
    expect(stage.outlined()).toEqual([]);
    const before = count;
    stage.look();
    expect(count).toBe(before);
  });
});
