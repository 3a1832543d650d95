import { describe, expect, it } from 'vitest';
import { parseLabel } from '#schemas/label.ts';
import {
  ALONE_AFTER_FRAMES,
  OUTLINE_MS,
  OUT_OF_VIEW_MS,
} from '#src/features/scan/camera/scan-constants.ts';
import { LabelsInView } from '#src/features/scan/camera/labels-in-view.ts';
import { genericRules, rules } from '../rules-fixture.ts';

const domain = rules.manufacturerDomain;
const A = `https://q.${domain}/GGL_MK06_2070_24A17K3M_0001`;
const B = `https://q.${domain}/GGL_MK06_2070_24A17K3M_0002`;
const C = `https://q.${domain}/GGL_MK06_2070_24A17K3M_0003`;
const genericLabel = `https://q.${domain}/GGL_MK06_2070_24A17K3M`;
const cutText = `https://q.${domain}/GGL_MK06`;
const foreignLabel = 'https://q.another-maker.example/GGL_MK06_2070_24A17K3M_0042';

/** Creates a camera feed with one frame every 125 ms. */
function createView(scanRules = rules) {
  const labelsInView = new LabelsInView();
  let now = 1000;
  const corner = { x: 0, y: 0 };
  return {
    inView: labelsInView,
    /** @returns the text that may be reported, or null */
    readFrame(...texts: readonly string[]): string | null {
      now += 125;
      const hits = texts.map((text) => ({
        text,
        corners: [corner, corner, corner, corner] as const,
      }));
      const result = { hits, frame: { width: 640, height: 480 } };
      const detections = labelsInView.update(result, (text) => parseLabel(text, scanRules), now);
      return detections.hits[0]?.text ?? null;
    },
    pass: (ms: number) => (now += ms),
    choice: () => labelsInView.choices().map(({ text }) => text),
    outlined: () => labelsInView.codes().map(({ text }) => text),
  };
}

describe('one label in view', () => {
  it('is reported immediately, even if another maker’s code is nearer the centre', () => {
    const view = createView();
    expect(view.readFrame(A)).toBe(A);
    expect(view.readFrame(foreignLabel, A)).toBe(A);
    expect(view.choice()).toEqual([]);
  });

  it('counts once even if its text appears twice', () => {
    const view = createView();
    expect(view.readFrame(A, A)).toBe(A);
    expect(view.choice()).toEqual([]);
  });

  it('is reported even if another label, which was never visible together with it, has just left the view', () => {
    const view = createView();
    view.readFrame(A);
    expect(view.readFrame(B)).toBe(B);
    expect(view.choice()).toEqual([]);
  });
});

describe('a label without a serial number', () => {
  it('is reported again each time it returns, but not while it stays in view', () => {
    const view = createView(genericRules);
    let count = 0;
    const showFrames = (frames: number) => {
      for (let frame = 0; frame < frames; frame += 1) {
        if (view.readFrame(genericLabel) === null) continue;
        expect(view.inView.claimCopies(genericLabel)).toBe(1);
        view.inView.markCaptured(genericLabel);
        count += 1;
      }
    };
    for (let round = 1; round <= 3; round += 1) {
      showFrames(8);
      expect(count).toBe(round);
      for (let frame = 0; frame < 8; frame += 1) view.readFrame();
    }
    showFrames(4);
    view.readFrame();
    view.readFrame();
    showFrames(4);
    expect(count).toBe(4);
  });

  it('can be captured again as soon as it returns', () => {
    const view = createView(genericRules);
    const isCaptured = () => view.inView.labels().map((label) => label.isCaptured);
    view.readFrame(genericLabel);
    view.readFrame(genericLabel);
    view.inView.claimCopies(genericLabel);
    view.inView.markCaptured(genericLabel);
    expect(isCaptured()).toEqual([true]);
    for (let frame = 0; frame < 6; frame += 1) view.readFrame();
    view.readFrame(genericLabel);
    expect(isCaptured()).toEqual([false]);
  });

  it('is captured with all its copies in view, and with those that come into view later', () => {
    const view = createView(genericRules);
    expect(view.readFrame(genericLabel, genericLabel)).toBe(genericLabel);
    expect(view.inView.claimCopies(genericLabel)).toBe(2);
    expect(view.readFrame(genericLabel)).toBeNull();
    expect(view.readFrame(genericLabel, genericLabel, genericLabel)).toBe(genericLabel);
    expect(view.inView.claimCopies(genericLabel)).toBe(1);
    expect(view.readFrame(genericLabel, genericLabel, genericLabel)).toBeNull();
  });

  it('isn’t reported after it was chosen from several', () => {
    const view = createView(genericRules);
    view.readFrame(genericLabel, B);
    expect(view.inView.claimCopies(genericLabel)).toBe(1);
    for (let frame = 0; frame < 2 * ALONE_AFTER_FRAMES; frame += 1) {
      expect(view.readFrame(genericLabel)).toBeNull();
    }
  });
});

describe('several labels in view', () => {
  it('are offered in the order they appeared, and none is reported', () => {
    const view = createView();
    expect(view.readFrame(A)).toBe(A);
    expect(view.readFrame(B, A)).toBeNull();
    expect(view.readFrame(C, A, B)).toBeNull();
    expect(view.choice()).toEqual([A, B, C]);
  });

  it('remain a choice while a frame reads only one of them', () => {
    const view = createView();
    view.readFrame(A, B);
    for (let miss = 1; miss < ALONE_AFTER_FRAMES; miss += 1) expect(view.readFrame(A)).toBeNull();
    expect(view.choice()).toEqual([A, B]);
    expect(view.readFrame(A)).toBe(A);
  });

  it('are no longer a choice when only one label is left', () => {
    const view = createView();
    view.readFrame(A, B);
    view.pass(OUT_OF_VIEW_MS);
    view.readFrame(B);
    expect(view.choice()).toEqual([]);
  });

  it('remain a choice, and none is reported, while the person is choosing', () => {
    const view = createView();
    view.readFrame(A, B);
    view.inView.freeze(true);
    view.pass(10 * OUT_OF_VIEW_MS);
    for (let frame = 0; frame < 2 * ALONE_AFTER_FRAMES; frame += 1) {
      expect(view.readFrame(C)).toBeNull();
      expect(view.readFrame(foreignLabel)).toBeNull();
    }
    expect(view.choice()).toEqual([A, B]);
    view.inView.freeze(false);
    view.readFrame();
    expect(view.choice()).toEqual([]);
  });

  it('are the same list object for all subscribers until the list changes', () => {
    const view = createView();
    view.readFrame(A, B);
    const before = view.inView.choices();
    view.readFrame(B, A);
    view.readFrame(A);
    expect(view.inView.choices()).toBe(before);
    view.inView.markCaptured(A);
    expect(view.inView.choices().map(({ isCaptured }) => isCaptured)).toEqual([true, false]);
  });
});

describe('codes that can’t be captured', () => {
  it('are reported if no other code is in view, and always outlined', () => {
    const view = createView();
    expect(view.readFrame(foreignLabel, cutText)).toBe(foreignLabel);
    expect(view.readFrame(cutText, A)).toBe(A);
    expect(new Set(view.outlined())).toEqual(new Set([foreignLabel, cutText, A]));
  });

  it('stay outlined slightly longer than they can be read, to hide a missed frame', () => {
    const view = createView();
    let count = 0;
    view.inView.subscribe(() => (count += 1));
    view.readFrame(A);
    view.readFrame();
    expect(view.outlined()).toEqual([A]);
    view.pass(OUTLINE_MS);
    view.readFrame();
    expect(view.outlined()).toEqual([]);
    const before = count;
    view.readFrame();
    expect(count).toBe(before);
  });
});
