import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, HardHat, Tag } from 'lucide-react';
import { useEffect, useId, type ReactNode, useRef } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { CampaignPart } from '#src/features/campaigns/exports.tsx';
import { usePointRules, pointsOfProducts } from '#src/features/projects/actions.ts';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { announce } from '#src/ui/feedback/announce.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { productPicture } from '#src/ui/media/picture-files.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { Points } from '#src/ui/points.tsx';
import {
  useDuplicateText,
  useLabelRejectionText,
  useVerdictText,
} from '../capture/use-outcome-text.ts';
import { EarlierScan } from '../review/earlier-scan.tsx';
import type { Product, NumberError } from './manual-state.ts';

interface RecognisedProductProps {
  product: Product;
  /** True if the product differs from the one that the user chose. */
  isMismatch: boolean;
  /** True if only the label confirms it, because the registry was unreachable. */
  isUnchecked: boolean;
  /** The project that the user started from. */
  projectId: string | undefined;
}

/** Shows the product found for a number, for confirmation. */
export function RecognisedProduct(props: RecognisedProductProps) {
  const { type, size, variant } = props.product;
  const { t } = useLingui();
  const productNames = useProductNames();
  const headingId = useId();
  const name = productNames.name(type);
  const sizeInCm = productNames.size(size);
  const code = `${type} ${size} ${variant}`;
  const question = t`${name}, ${code}. Is this it?`;
  useEffect(() => announce(question), [question]);

  return (
    <div ref={scrollIntoView}>
      <Card as="section" padded={false} aria-labelledby={headingId} className="overflow-hidden">
        <div className="relative">
          <Picture
            name={productPicture(type)}
            sizes="(min-width: 40rem) 38rem, 92vw"
            alt=""
            isLazy={false}
            className="h-[clamp(8rem,28dvh,18rem)] [&>img]:h-full [&>img]:object-[50%_46%]"
          />
          <span className="absolute start-3 top-3">
            {props.isUnchecked ? (
              <Badge tone="info" icon={<Tag />}>
                <Trans>From the label</Trans>
              </Badge>
            ) : (
              <Badge tone="good" icon={<CircleCheck />}>
                <Trans>Found</Trans>
              </Badge>
            )}
          </span>
        </div>
        <div className="p-4">
          <h2 id={headingId} className="text-title font-semibold break-long">
            <Trans>Is this it?</Trans>
          </h2>
          <p className="mt-1.5 leading-tight font-semibold break-long">{name}</p>
          <p className="mt-0.5 text-small text-ink-soft tnum break-long">
            <span>{code}</span>
            {sizeInCm !== null && ` · ${sizeInCm}`}
          </p>
          <PointsAndProject type={type} projectId={props.projectId} />
          {props.isMismatch && (
            <p className="mt-3 text-small font-medium text-warn break-long">
              <Trans>The number belongs to this product.</Trans>
            </p>
          )}
          {props.isUnchecked && (
            <p className="mt-3 text-small text-ink-soft break-long">
              <Trans>Read from the label. We’ll check it when it’s sent.</Trans>
            </p>
          )}
        </div>
      </Card>
    </div>
  );
}

/** The product's points, and the project it will be added to. */
function PointsAndProject({ type, projectId }: { type: string; projectId: string | undefined }) {
  const format = useFormat();
  const address = useProjectAddress(projectId);
  const rules = usePointRules();
  const [product] = pointsOfProducts([{ type, time: rules.clock.now }], rules);
  const { points = 0, campaign } = product ?? {};
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 empty:hidden">
      {points > 0 && <Points number={format.number(points)} label={format.points(points)} />}
      {campaign && (
        <span className="text-small text-ink-soft">
          <CampaignPart {...campaign} />
        </span>
      )}
      {address && (
        <span className="flex min-w-0 items-center gap-1.5 text-small text-ink-soft [&_svg]:size-5 [&_svg]:shrink-0">
          <HardHat aria-hidden="true" />
          <span className="break-long">
            <Trans>for {address}</Trans>
          </span>
        </span>
      )}
    </div>
  );
}

interface NumberErrorBlockProps {
  numberError: NumberError | null;
  projectId: string | undefined;
  /** False for a scan that is being fixed. */
  isNew: boolean;
}

/** Explains why a number isn't accepted, with a link to the existing product or another way to add it. */
export function NumberErrorBlock({ numberError, projectId, isNew }: NumberErrorBlockProps) {
  const errorText = useNumberErrorText();
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (numberError) scrollIntoView(noticeRef.current);
  }, [numberError]);
  return (
    <div ref={noticeRef} className={numberError ? 'pb-6' : ''}>
      <ErrorBlock
        messages={numberError ? [errorText(numberError)] : []}
        action={numberError && errorAction(numberError, isNew, projectId)}
      />
    </div>
  );
}

function errorAction(
  numberError: NumberError,
  isNew: boolean,
  projectId: string | undefined,
): ReactNode {
  switch (numberError.kind) {
    case 'duplicate':
      return numberError.other && <EarlierScan scan={numberError.other} />;
    case 'already_scanned':
      return numberError.earlier && <EarlierScan scan={numberError.earlier} />;
    case 'unknown':
      return (
        isNew && (
          <LinkButton variant="secondary" {...linkTo(paths.scanGeneric({ project: projectId }))}>
            <Trans>Add it with a photo</Trans>
          </LinkButton>
        )
      );
    case 'type_not_allowed':
    case 'label':
      return null;
  }
}

function useNumberErrorText(): (numberError: NumberError) => string {
  const duplicateText = useDuplicateText();
  const verdictText = useVerdictText();
  const rejectionText = useLabelRejectionText();
  return (numberError) => {
    if (numberError.kind === 'duplicate') return duplicateText(numberError.location);
    return numberError.kind === 'label'
      ? rejectionText(numberError.reason)
      : verdictText(numberError.kind);
  };
}

/** Scrolls new content into view, above the footer and the on-screen keyboard. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
