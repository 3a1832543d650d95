import { type PointerEvent, useRef, useState } from 'react';
import {
  type SignatureBox,
  simplifyStroke,
  type Stroke,
  type StrokePoint,
  strokesToPath,
  toStrokePoint,
} from '#schemas/signature.ts';
import { classNames } from '#src/ui/class-names.ts';

/** Thick enough to see while drawing with gloves. */
const PEN_WIDTH = 4;

interface SignaturePadProps {
  strokes: readonly Stroke[];
  /** Size of the box that the strokes were drawn in; null if there are none. */
  box: SignatureBox | null;
  onStroke: (stroke: StrokePoint[], box: SignatureBox) => void;
  label: string;
  /** Shown on the line while the pad is empty. */
  prompt: string;
  errorId: string | undefined;
}

interface Drawing {
  readonly pointerId: number;
  readonly box: SignatureBox;
  readonly startedAt: number;
  readonly points: StrokePoint[];
}

/**
 * Pad for signing with a finger, glove, pen or mouse. Only one pointer draws at a time, so that a resting palm leaves
 * no mark. Touches on the pad don't scroll the page.
 */
export function SignaturePad(props: SignaturePadProps) {
  const { strokes, box, onStroke, label, prompt, errorId } = props;
  const drawing = useRef<Drawing>(null);
  const firstStrokeAt = useRef<number>(null);
  /** The stroke being drawn. */
  const [currentStroke, setCurrentStroke] = useState<Pick<Drawing, 'points' | 'box'> | null>(null);
  const shownStrokes = currentStroke === null ? strokes : [...strokes, currentStroke.points];
  const shownBox = currentStroke?.box ?? box;

  const startStroke = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current !== null || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    if (strokes.length === 0) firstStrokeAt.current = event.timeStamp;
    drawing.current = {
      pointerId: event.pointerId,
      box: strokes.length > 0 && box !== null ? box : sizeOf(event.currentTarget),
      startedAt: firstStrokeAt.current ?? event.timeStamp,
      points: [],
    };
    addPoints(event);
  };
  const addPoints = (event: PointerEvent<SVGSVGElement>) => {
    const activeDrawing = drawing.current;
    if (activeDrawing?.pointerId !== event.pointerId) return;
    const events = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const { left, top, scale } = positionOf(event.currentTarget, activeDrawing.box);
    for (const { clientX, clientY, timeStamp } of events.length > 0 ? events : [event]) {
      const point = {
        x: (clientX - left) / scale,
        y: (clientY - top) / scale,
        ms: timeStamp - activeDrawing.startedAt,
      };
      activeDrawing.points.push(toStrokePoint(point, activeDrawing.box));
    }
    setCurrentStroke({ points: [...activeDrawing.points], box: activeDrawing.box });
  };
  const endStroke = (event: PointerEvent<SVGSVGElement>) => {
    const activeDrawing = drawing.current;
    if (activeDrawing?.pointerId !== event.pointerId) return;
    drawing.current = null;
    setCurrentStroke(null);
    onStroke(simplifyStroke(activeDrawing.points, 0.5), activeDrawing.box);
  };
  return (
    <div className="relative">
      <svg
        role="img"
        aria-label={label}
        aria-describedby={errorId}
        data-problem={errorId === undefined ? undefined : ''}
        tabIndex={-1}
        viewBox={shownBox === null ? undefined : `0 0 ${shownBox.width} ${shownBox.height}`}
        preserveAspectRatio="xMinYMin meet"
        onPointerDown={startStroke}
        onPointerMove={addPoints}
        onPointerUp={endStroke}
        onPointerCancel={endStroke}
        className={classNames(
          'block h-[max(12rem,34dvh)] w-full touch-none rounded-card border-2 bg-surface-raised text-ink select-none',
          errorId === undefined ? 'border-line-strong' : 'border-bad',
        )}
      >
        <path
          d={strokesToPath(shownStrokes)}
          fill="none"
          stroke="currentColor"
          strokeWidth={PEN_WIDTH}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-5 bottom-6 border-b-2 border-line-strong pb-1 text-ink-soft"
      >
        <span className={classNames(shownStrokes.length > 0 && 'invisible')}>{prompt}</span>
      </p>
    </div>
  );
}

function sizeOf(pad: Element): SignatureBox {
  const { width, height } = pad.getBoundingClientRect();
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

/** Position and scale of the drawing on the screen, even after the phone was rotated. */
function positionOf(pad: Element, box: SignatureBox) {
  const { left, top, width, height } = pad.getBoundingClientRect();
  return { left, top, scale: Math.min(width / box.width, height / box.height) };
}
