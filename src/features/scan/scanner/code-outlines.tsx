import { CircleCheck, CircleSlash } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { toBox, type Point, type Size } from '../camera/cover.ts';
import type { CodeState, CodeStates } from '../capture/code-state.ts';
import type { CodeInView, LabelInView, LabelsInView } from '../camera/labels-in-view.ts';

interface CodeOutlinesProps {
  labelsInView: LabelsInView;
  codeStates: CodeStates;
  onChoose: (label: LabelInView) => void;
  /** The area covered by the video, in CSS pixels. */
  box: Size;
}

/** Touch target for a gloved finger, in CSS pixels. */
const TARGET_SIZE = 48;
/** Chip size, and the minimum distance of its centre from the sides. */
const CHIP = { width: 80, height: 32 } as const;
const CHIP_INSET = 40;

/**
 * Outlines each code in view in the style of its state. Codes that can be selected respond to taps. The outlines
 * don't describe the state in words, because the toast and the list do, and because screen readers skip the outlines.
 */
export function CodeOutlines({ labelsInView, codeStates, onChoose, box }: CodeOutlinesProps) {
  const codes = useSyncExternalStore(labelsInView.subscribe, labelsInView.codes);
  const choices = useSyncExternalStore(labelsInView.subscribe, labelsInView.choices);
  return codes.map((code) => {
    const index = choices.findIndex(({ text }) => text === code.text);
    return (
      <CodeOutline
        key={code.text}
        code={code}
        state={code.parsed.kind === 'rejected' ? code.parsed : codeStates.get(code.text)}
        number={index < 0 ? null : index + 1}
        onChoose={index < 0 ? null : () => choices[index] && onChoose(choices[index])}
        box={box}
      />
    );
  });
}

interface CodeOutlineProps {
  code: CodeInView;
  /** Undefined while loading. */
  state: CodeState | undefined;
  /** Number in the list; null if there is nothing to select. */
  number: number | null;
  onChoose: (() => void) | null;
  box: Size;
}

function CodeOutline({ code, state, number, onChoose, box }: CodeOutlineProps) {
  const corners = code.corners.map((corner) => toBox(corner, code.frame, box));
  const { left, top, width, height } = boundsOf(corners);
  const centreX = Math.min(box.width - CHIP_INSET, Math.max(CHIP_INSET, left + width / 2));
  // The chip is part of the touch target, because the list may cover the code below it.
  const chipY = Math.min(box.height - CHIP.height, Math.max(0, top - 8 - CHIP.height));
  return (
    <g>
      <polygon
        data-tone={state?.kind ?? 'new'}
        className="scan-mark"
        points={corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
      />
      {(state?.kind !== 'new' || number !== null) && state && (
        <foreignObject x={centreX - CHIP.width / 2} y={chipY} {...CHIP}>
          <Chip state={state} number={number} />
        </foreignObject>
      )}
      {onChoose && state?.kind === 'new' && (
        <foreignObject x={left} y={chipY} width={width} height={top + height - chipY}>
          <button
            type="button"
            tabIndex={-1}
            aria-label={code.text}
            onClick={onChoose}
            className="pointer-events-auto size-full"
          />
        </foreignObject>
      )}
    </g>
  );
}

function Chip({ state, number }: { state: CodeState; number: number | null }) {
  return (
    <div className="flex justify-center">
      <span className="scan-glass inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-full px-2 text-caption font-semibold [&_svg]:size-4">
        {number !== null && <span className="tnum">{number}</span>}
        {state.kind === 'duplicate' && <CircleCheck />}
        {(state.kind === 'rejected' || state.kind === 'invalid') && <CircleSlash />}
      </span>
    </div>
  );
}

/** Bounding box, at least as large as a touch target. */
function boundsOf(corners: readonly Point[]) {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const bottom = Math.max(...ys);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const width = Math.max(TARGET_SIZE, Math.max(...xs) - Math.min(...xs));
  const height = Math.max(TARGET_SIZE, bottom - Math.min(...ys));
  const centre = (Math.min(...ys) + bottom) / 2;
  return { left: middle - width / 2, top: centre - height / 2, width, height };
}
