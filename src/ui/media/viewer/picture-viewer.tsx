import { ChevronLeft, ChevronRight, ImageOff, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useMissingImage } from '../use-missing-image.ts';
import { useGestures, useKeys, useWheel } from './use-viewer-input.ts';
import { MAX_SCALE, ZOOM_STEP } from './zoom.ts';
import './viewer.css';

export interface ViewerPicture {
  readonly id: string | number;
  readonly src: string;
  /** Description of the image, or its number if there is none. */
  readonly alt: string;
}

interface ViewerLabels {
  readonly title: string;
  readonly close: string;
  readonly previous: string;
  readonly next: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** Shown if an image can't be loaded. */
  readonly missing: string;
}

interface PictureViewerProps {
  pictures: readonly ViewerPicture[];
  /** Index of the first image shown, from 0. */
  firstIndex: number;
  labels: ViewerLabels;
  onClose: () => void;
}

/** Full-screen image viewer with zoom by touch, mouse, wheel, buttons or keys. */
export function PictureViewer({ pictures, firstIndex, labels, onClose }: PictureViewerProps) {
  const [index, setIndex] = useState(firstIndex);
  const picture = pictures[Math.min(index, pictures.length - 1)];
  if (!picture) return null;
  const lastIndex = pictures.length - 1;
  const step = (change: number) =>
    setIndex((current) => Math.min(lastIndex, Math.max(0, current + change)));
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="picture-viewer fixed inset-0 z-50"
    >
      <Modal className="size-full outline-none">
        <Dialog aria-label={labels.title} className="flex size-full flex-col outline-none">
          <Stage
            key={picture.id}
            picture={picture}
            labels={labels}
            onClose={onClose}
            onStep={step}
            hasPrevious={index > 0}
            hasNext={index < lastIndex}
            positionText={pictures.length > 1 ? `${index + 1} / ${pictures.length}` : null}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface StageProps {
  picture: ViewerPicture;
  labels: ViewerLabels;
  onClose: () => void;
  onStep: (direction: -1 | 1) => void;
  hasPrevious: boolean;
  hasNext: boolean;
  /** Position such as "2 / 5"; null for a single image. */
  positionText: string | null;
}

function Stage({
  picture,
  labels,
  onClose,
  onStep,
  hasPrevious,
  hasNext,
  positionText,
}: StageProps) {
  const stageRef = useRef<HTMLDivElement>(null);
  const { zoom, dragOffset, changeZoom, reset, handlers } = useGestures(stageRef, onStep);
  const { isMissing, onError } = useMissingImage(picture.src);
  useWheel(stageRef, changeZoom);
  useKeys({
    '+': () => changeZoom(ZOOM_STEP),
    '=': () => changeZoom(ZOOM_STEP),
    '-': () => changeZoom(1 / ZOOM_STEP),
    '0': reset,
    ArrowLeft: () => onStep(-1),
    ArrowRight: () => onStep(1),
  });

  return (
    <>
      <header className="viewer-bar flex items-center gap-2 px-2">
        <p aria-live="polite" className="flex-1 ps-2 font-semibold tnum">
          {positionText}
          <span className="sr-only"> {picture.alt}</span>
        </p>
        <IconButton
          label={labels.zoomOut}
          icon={<ZoomOut />}
          disabled={zoom.scale <= 1}
          onClick={() => changeZoom(1 / ZOOM_STEP)}
        />
        <IconButton
          label={labels.zoomIn}
          icon={<ZoomIn />}
          disabled={zoom.scale >= MAX_SCALE || isMissing}
          onClick={() => changeZoom(ZOOM_STEP)}
        />
        <IconButton label={labels.close} icon={<X />} onClick={onClose} />
      </header>
      <div ref={stageRef} {...handlers} className="viewer-stage relative min-h-0 flex-1">
        {isMissing ? (
          <p
            role="status"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center [&_svg]:size-10"
          >
            <ImageOff aria-hidden="true" />
            {labels.missing}
          </p>
        ) : (
          <img
            src={picture.src}
            alt={picture.alt}
            draggable={false}
            onError={onError}
            data-scale={zoom.scale.toFixed(2)}
            className="size-full object-contain select-none"
            style={{
              transform: `translate(${zoom.x + dragOffset}px, ${zoom.y}px) scale(${zoom.scale})`,
            }}
          />
        )}
      </div>
      {positionText !== null && (
        <footer className="viewer-foot flex justify-center gap-8">
          <IconButton
            label={labels.previous}
            icon={<ChevronLeft />}
            disabled={!hasPrevious}
            onClick={() => onStep(-1)}
          />
          <IconButton
            label={labels.next}
            icon={<ChevronRight />}
            disabled={!hasNext}
            onClick={() => onStep(1)}
          />
        </footer>
      )}
    </>
  );
}
