import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  reviewCalls,
  type ReviewedProduct,
  type ReviewedProject,
  type SamePhoto,
} from '#schemas/operator/review-calls.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { signalText } from './review-texts.ts';

interface ProductFactsProps {
  readonly product: ReviewedProduct;
  readonly project: ReviewedProject | undefined;
  /** Shows another product's photo next to this one. */
  readonly onCompare: (other: SamePhoto) => void;
}

const productName = (part: Pick<ReviewedProduct, 'type' | 'size' | 'variant'>) =>
  `${part.type} ${part.size} ${part.variant}`;

/** All facts about a product that the reviewer compares with its photo. */
export function ProductFacts({ product, project, onCompare }: ProductFactsProps) {
  const { t, i18n } = useLingui();
  const time = (value: string | number) => timeText(i18n, value);
  const { registered, answers, signals, claimed } = product;
  return (
    <section
      aria-label={t`Product`}
      // The facts can be focused, so that they can be scrolled with the keyboard while the photo stays visible.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex min-w-0 flex-col gap-3 desk:overflow-y-auto desk:pe-1"
    >
      <h2 className="font-display text-hero leading-tight font-semibold break-all tnum">
        {product.serial_number ?? t`No serial number`}
      </h2>
      {claimed && (
        <Banner tone="warn">
          <Trans>{claimed.by} has opened this product.</Trans>
        </Banner>
      )}
      {signals.length > 0 && (
        <ul aria-label={t`Signals`} className="flex flex-col items-start gap-1.5">
          {signals.map((signal) => (
            <li key={signal.kind} className="flex max-w-full flex-col items-start gap-1">
              <Badge tone="warn">{signalText(i18n, signal)}</Badge>
              {signal.kind === 'photo_used' &&
                signal.others.map((otherProduct) => (
                  <button
                    key={otherProduct.scan}
                    type="button"
                    className={`${toolButtonClass} max-w-full bg-surface-raised text-start break-long card-line`}
                    onClick={() => onCompare(otherProduct)}
                  >
                    <Trans>
                      Compare: {otherProduct.company_name},{' '}
                      {otherProduct.serial_number ?? productName(otherProduct)}
                    </Trans>
                  </button>
                ))}
            </li>
          ))}
        </ul>
      )}
      <DetailList
        items={[
          { term: <Trans>Scanned</Trans>, detail: productName(product) },
          {
            term: <Trans>Registry</Trans>,
            detail: registered ? productName(registered) : <Trans>Not found</Trans>,
          },
          {
            term: <Trans>Photo of</Trans>,
            detail:
              product.photo_of === 'label' ? (
                <Trans>the label</Trans>
              ) : product.photo_of === 'product' ? (
                <Trans>the product</Trans>
              ) : (
                '–'
              ),
          },
          {
            term: <Trans>Number</Trans>,
            detail: product.is_typed ? <Trans>typed</Trans> : <Trans>scanned by camera</Trans>,
          },
          { term: <Trans>Scanned at</Trans>, detail: time(product.scanned_at) },
          { term: <Trans>Received at</Trans>, detail: time(product.received_at) },
          { term: <Trans>Points</Trans>, detail: i18n.number(product.points) },
          ...answers.map(({ question, answer, value }) => ({
            term: question ? textInLanguage(question, i18n.locale.slice(0, 2)) : t`Answer`,
            detail: answer
              ? textInLanguage(answer, i18n.locale.slice(0, 2))
              : value === null
                ? '–'
                : i18n.number(value),
          })),
        ]}
      />
      {project && <ProjectFacts project={project} currentScan={product.scan} />}
      {project && (
        <ProductTimeline key={product.scan} id={product.scan} region={regionIdOf(project.region)} />
      )}
    </section>
  );
}

/** Timeline with the decisions and comments on a product. Nothing is loaded until the reviewer expands the timeline. */
function ProductTimeline({ id, region }: { id: string; region: RegionId }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-tool cursor-pointer content-center text-small font-semibold text-ink-soft">
        <Trans>Timeline and comments</Trans>
      </summary>
      {isOpen && (
        <Timeline
          call={reviewCalls.listReviewedProductTimeline}
          id={id}
          comments={{ kind: 'scan', region }}
        />
      )}
    </details>
  );
}

/** Facts about the company's earlier products, and the products of the project. The current product is marked. */
function ProjectFacts({ project, currentScan }: { project: ReviewedProject; currentScan: string }) {
  const { i18n } = useLingui();
  const { company, products } = project;
  const flags = { valid: 'good', in_review: 'neutral', rejected: 'bad' } as const;
  return (
    <>
      <h3 className="font-semibold break-long">
        <ConsoleLink
          href={`/companies/${company.id}?tab=products`}
          className="text-info underline-offset-4 hover:underline"
        >
          {company.name}
        </ConsoleLink>
      </h3>
      <p className="text-small text-ink-soft">
        <Trans>
          Products with a photo: accepted {i18n.number(company.accepted)}, rejected{' '}
          {i18n.number(company.rejected)}, in review {i18n.number(company.in_review)}
        </Trans>
      </p>
      <h3 className="text-small font-semibold text-ink-soft">
        <Trans>
          Project in {project.city}, products: {i18n.number(project.products_count)}
        </Trans>
      </h3>
      <ul className="divide-y divide-line text-small">
        {products.map((projectProduct) => (
          <li
            key={projectProduct.scan}
            aria-current={projectProduct.scan === currentScan ? 'true' : undefined}
            className="flex flex-wrap items-center justify-between gap-x-2 py-1 aria-[current=true]:font-semibold"
          >
            <span>{productName(projectProduct)}</span>
            <Badge tone={projectProduct.signals.length > 0 ? 'warn' : flags[projectProduct.flag]}>
              {projectProduct.is_awaiting_photo ? (
                <Trans>Photo pending</Trans>
              ) : projectProduct.flag === 'valid' ? (
                <Trans>Accepted</Trans>
              ) : projectProduct.flag === 'rejected' ? (
                <Trans>Rejected</Trans>
              ) : (
                <Trans>In review</Trans>
              )}
            </Badge>
          </li>
        ))}
      </ul>
    </>
  );
}
