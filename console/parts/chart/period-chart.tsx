import { Trans, useLingui } from '@lingui/react/macro';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { PeriodDrawing, type PeriodFigure } from './period-drawing.tsx';

interface PeriodChartProps extends PeriodFigure {
  /** Heading of the steps, such as "Month". */
  readonly stepName: string;
}

/**
 * Chart of a figure, step by step: bars for a period, and a line for the period that it is compared with. The table
 * below the drawing has all values. Renders nothing if all values are 0.
 */
export function PeriodChart(props: PeriodChartProps) {
  const { title, periodName, comparedPeriodName, values, compared } = props;
  const { t } = useLingui();
  if (![...values, ...compared].some((value) => value > 0)) return null;
  return (
    <figure className="grid min-w-0 gap-2 rounded-card bg-surface-raised p-4 card-rise">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
        <span className="font-semibold">{title}</span>
        <span className="flex items-center gap-1.5 text-ink-soft">
          <LegendBar />
          {periodName}
        </span>
        <span className="flex items-center gap-1.5 text-ink-soft">
          <LegendLine />
          {comparedPeriodName}
        </span>
      </figcaption>
      <PeriodDrawing {...props} />
      <details className="text-small">
        <summary className="flex min-h-tool w-fit cursor-pointer items-center font-semibold text-info underline">
          <Trans>Values of the chart</Trans>
        </summary>
        <ValueTable {...props} label={t`${title}: values of the chart`} />
      </details>
    </figure>
  );
}

function ValueTable(props: PeriodChartProps & { readonly label: string }) {
  const { i18n } = useLingui();
  const { label, labels, values, compared } = props;
  const text = (value: number | undefined) => (value === undefined ? '–' : i18n.number(value));
  const rows = Array.from({ length: Math.max(values.length, compared.length) }, (_, index) => ({
    step: labels[index] ?? '',
    value: values[index],
    comparedValue: compared[index],
  }));
  return (
    <RowsTable
      label={label}
      rows={rows}
      rowId={({ step }) => step}
      columns={[
        { id: 'step', header: props.stepName, cell: ({ step }) => step },
        {
          ...{ id: 'value', header: props.periodName, isNumber: true },
          cell: ({ value }) => text(value),
        },
        {
          ...{ id: 'compared', header: props.comparedPeriodName, isNumber: true },
          cell: ({ comparedValue }) => text(comparedValue),
        },
      ]}
    />
  );
}

function LegendBar() {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect width="12" height="12" className="fill-info" />
    </svg>
  );
}

function LegendLine() {
  return (
    <svg width="20" height="12" aria-hidden="true">
      <path d="M0 6h20" className="stroke-ink stroke-2" />
      <circle cx="10" cy="6" r="3" className="fill-ink" />
    </svg>
  );
}
