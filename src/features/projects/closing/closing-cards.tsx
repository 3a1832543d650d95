import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import {
  type ClosingPointEvent,
  type ClosingPointEntry,
  sumPoints,
} from '#schemas/closing-points.ts';
import {
  findTierCategory,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { bracketProgress, type TierProgress } from '#schemas/tier.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useCampaignName } from '#src/features/campaigns/exports.tsx';
import { useTierName } from '#src/features/home/exports.tsx';
import { shopProducts } from '#src/features/shop/queries.ts';
import { Blind } from '#src/ui/feedback/blind.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import { Points } from '#src/ui/points.tsx';

interface EarnedCardProps {
  lines: readonly ClosingPointEntry[];
  /** The company's current balance. */
  balance: number;
  products: readonly ScanDocument[];
  /** Ids of the products that counted before the closing. */
  countedIds: ReadonlySet<string>;
}

/** Shows the earned points line by line, the new balance, and the level that progressed most. */
export function EarnedCard({ lines, balance, products, countedIds }: EarnedCardProps) {
  const { t } = useLingui();
  const format = useFormat();
  const categories = useSingleton('categories');
  const tiers = useSingleton('tiers');
  const step = levelProgress(products, categories ?? [], tiers ?? [], countedIds);
  const balanceBefore = format.number(balance - sumPoints(lines));
  return (
    <Card>
      <dl className="space-y-1">
        {lines.length > 1 && <Lines lines={lines} />}
        <Line term={t`Company points`}>
          <span aria-hidden="true">
            {lines.length > 0 && <span className="text-ink-soft">{balanceBefore} → </span>}
            <span className="text-title font-semibold">{format.number(balance)}</span>
          </span>
          <span className="sr-only">{format.points(balance)}</span>
        </Line>
      </dl>
      {step && <LevelProgressRow step={step} />}
    </Card>
  );
}

/** Shows the lines whose sum is the earned points. Renders nothing if there is only one line. */
export function LinesCard({ lines }: { lines: readonly ClosingPointEntry[] }) {
  if (lines.length < 2) return null;
  return (
    <Card>
      <dl className="space-y-1">
        <Lines lines={lines} />
      </dl>
    </Card>
  );
}

function Lines({ lines }: { lines: readonly ClosingPointEntry[] }) {
  const { t } = useLingui();
  const { signedPoints } = useFormat();
  const campaignName = useCampaignName();
  const labels: Record<Exclude<ClosingPointEvent, 'campaign'>, string> = {
    project_closed: t`Products`,
    project_survey_completed: t`Survey bonus`,
    welcome_points: t`Welcome points`,
  };
  return lines.map(({ event, points, campaign }) => (
    <Line
      key={campaign ?? event}
      term={event === 'campaign' ? campaignName(campaign) : labels[event]}
    >
      {signedPoints(points)}
    </Line>
  ));
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="min-w-0 text-small text-ink-soft break-long">{term}</dt>
      <dd className="font-display tnum">{children}</dd>
    </div>
  );
}

/** Shows a level's progress, including the newly counted products. */
function LevelProgressRow({ step }: { step: LevelProgress }) {
  const nameOf = useTierName();
  const { number } = useFormat();
  const { category, level, newCount, missing, percentBefore, percentNow } = step;
  const next = level + 1;
  return (
    <div className="mt-3 flex items-center gap-4 border-t border-line pt-4">
      <span style={{ '--blind-from': `${-percentBefore}%` } as CSSProperties}>
        <Blind progress={missing === null ? null : percentNow / 100} />
      </span>
      <div className="min-w-0">
        <p className="leading-tight font-semibold break-long">{nameOf(category)}</p>
        <p className="mt-0.5 text-small text-ink-soft break-long tnum">
          {missing === null ? (
            <Trans>The highest level.</Trans>
          ) : (
            <>
              {newCount > 0 && (
                <>
                  <Plural
                    value={newCount}
                    one="# product closer."
                    other="# products closer."
                  />{' '}
                </>
              )}
              <Trans>
                {number(missing)} to level {next}.
              </Trans>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** One product that the points could buy, if the user can see the shop. */
export function ExampleCard({ earnedPoints, balance }: { earnedPoints: number; balance: number }) {
  const canSee = useCanSee();
  const products = useLiveQuery(shopProducts, []);
  const format = useFormat();
  const example = findShopExample(products ?? [], earnedPoints, balance);
  if (!example || !canSee(paths.shopProduct(example.product.uuid))) return null;
  const { product, points } = example;
  return (
    <List>
      <ListRow
        thumbnail={<Thumbnail src={product.images.thumbnail ?? undefined} alt="" />}
        title={product.name}
        meta={<ExampleText example={example} balance={balance} />}
        number={<Points number={format.number(points)} label={format.points(points)} />}
        {...linkTo(paths.shopProduct(product.uuid))}
      />
    </List>
  );
}

function ExampleText({ example, balance }: { example: ShopExample; balance: number }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { count, points } = example;
  if (count === 0) {
    const missing = number(points - balance);
    return <Trans>{missing} more for this</Trans>;
  }
  return <>{t`${plural(count, { one: 'This, for example', other: '# of these, for example' })}`}</>;
}

// Rewards of a closed project besides points: level progress and something to buy.

/** A level's progress with and without the newly counted products. */
interface LevelProgress {
  readonly category: TierCategory;
  readonly level: number;
  /** Products of the project in this level that did not count before the closing. */
  readonly newCount: number;
  /** Products still needed for the next level; null at the top. */
  readonly missing: number | null;
  /** Progress towards the next level before and after the closing, from 0 to 100. */
  readonly percentBefore: number;
  readonly percentNow: number;
}

type Product = Pick<ScanDocument, 'uuid' | 'type' | 'state' | 'flag' | 'created_at'>;

/**
 * Returns true if the server has the product and counts it. A product counts towards its tier as soon as it's sent,
 * even before its project is closed.
 */
export function isCounted({ state, flag }: Pick<Product, 'state' | 'flag'>): boolean {
  return state === 'sent' && flag !== 'rejected';
}

/**
 * Finds the level with the most newly counted products. If several have the same number, picks the one with the most
 * products of the project.
 * @param countedIds ids of the products that counted before
 * @returns null if no product counts towards a tier this year
 */
export function levelProgress(
  products: readonly Product[],
  categories: readonly TierProductCategory[],
  tiers: readonly TierProgress[],
  countedIds: ReadonlySet<string>,
): LevelProgress | null {
  const steps = tiers.map((tier) => {
    const { tier_category: category, reset_at: reset } = tier.tier_definition;
    const yearStart = String(Number(reset.slice(0, 4)) - 1) + reset.slice(4);
    const tierProducts = products.filter(
      (product) =>
        isCounted(product) &&
        product.created_at >= yearStart &&
        product.created_at < reset &&
        findTierCategory(categories, product.type) === category,
    );
    const newCount = tierProducts.filter(({ uuid }) => !countedIds.has(uuid)).length;
    const progressNow = bracketProgress(tier);
    const progressBefore = bracketProgress({ ...tier, progress: tier.progress - newCount });
    const step: LevelProgress = {
      category,
      level: tier.tier_bracket.level,
      newCount,
      missing: progressNow?.missing ?? null,
      percentBefore: progressBefore?.percent ?? 100,
      percentNow: progressNow?.percent ?? 100,
    };
    return { step, productCount: tierProducts.length };
  });
  const [bestStep] = steps.toSorted(
    (a, b) => b.step.newCount - a.step.newCount || b.productCount - a.productCount,
  );
  return bestStep && bestStep.productCount > 0 ? bestStep.step : null;
}

/** A shop product, its price in points, and how many of it the user could buy: 0 if there are too few points. */
interface ShopExample {
  readonly product: ShopProductDocument;
  readonly points: number;
  readonly count: number;
}

/**
 * Picks an example of what the points could buy: the most expensive product that the earned points pay for, otherwise
 * the most expensive one that the balance pays for, otherwise the cheapest.
 */
export function findShopExample(
  products: readonly ShopProductDocument[],
  earnedPoints: number,
  balance: number,
): ShopExample | null {
  const candidates = products
    .filter((product) => !isSoldOut(product))
    .map((product) => ({ product, points: lowestPrice(product).points }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => a.points - b.points);
  const findMostExpensive = (budget: number) =>
    candidates.findLast(({ points }) => points <= budget);
  const example = findMostExpensive(earnedPoints) ?? findMostExpensive(balance) ?? candidates[0];
  if (!example) return null;
  const budget = example.points <= earnedPoints ? earnedPoints : balance;
  return { ...example, count: Math.max(0, Math.floor(budget / example.points)) };
}
