import { useLingui } from '@lingui/react/macro';
import { Check, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { classNames } from '#src/ui/class-names.ts';
import { RowPhoto } from '../photo/scan-photo.tsx';

/** Maximum number of images; the review shows all. */
const MAX_PICTURES = 4;
const FLIGHT_MS = 320;

interface CapturedPicturesProps {
  /** Newest first. */
  capturedScans: readonly ScanDocument[];
  /** The scan just captured by the camera. */
  capturedId: string | null;
}

/** Images of the last captured products, newest first. */
export function CapturedPictures({ capturedScans, capturedId }: CapturedPicturesProps) {
  const { t } = useLingui();
  const productNames = useProductNames();
  return (
    <ul aria-label={t`Last scanned`} className="@container flex min-w-0 flex-1 gap-2.5">
      {capturedScans.slice(0, MAX_PICTURES).map((scan, index) => (
        <li
          key={scan.uuid}
          className={classNames(
            'shrink-0',
            index === 1 && 'hidden @min-[122px]:block',
            index === 2 && 'hidden @min-[188px]:block',
            index === 3 && 'hidden @min-[254px]:block',
          )}
        >
          <CapturedPicture scan={scan} isNewest={index === 0} isFlying={scan.uuid === capturedId} />
          <span className="sr-only">
            {productNames.name(scan.type)}, {scan.type} {scan.size} {scan.variant}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface CapturedPictureProps {
  scan: ScanDocument;
  isNewest: boolean;
  isFlying: boolean;
}

function CapturedPicture({ scan, isNewest, isFlying }: CapturedPictureProps) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (isFlying && ref.current) flyFromViewfinder(ref.current);
  }, [isFlying]);
  return (
    <span
      ref={ref}
      className={classNames('relative block rounded-control', isNewest && 'scan-newest')}
    >
      <RowPhoto scan={scan} alt="" />
      {scan.isValid !== null && (
        <span data-good={scan.isValid || undefined} className="scan-verdict">
          {scan.isValid ? <Check /> : <TriangleAlert />}
        </span>
      )}
    </span>
  );
}

/** Animates an image from the viewfinder to the tray. */
function flyFromViewfinder(picture: HTMLElement): void {
  const from = document.querySelector('[data-scan-aim]')?.getBoundingClientRect();
  if (!from || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = picture.getBoundingClientRect();
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const atViewfinder = `translate(${x}px, ${y}px) scale(1.4)`;
  picture.animate(
    [
      { transform: atViewfinder, opacity: 0 },
      { transform: atViewfinder, opacity: 1, offset: 0.2 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: FLIGHT_MS, easing: 'cubic-bezier(.2,.8,.2,1)' },
  );
}
