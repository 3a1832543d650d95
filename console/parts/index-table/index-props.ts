import type { ReactNode } from 'react';
import type { IllustrationName } from '#src/ui/media/illustration/drawings.tsx';
import type { OperatorList } from '#console/data/use-operator-query.ts';
import type { IndexColumn } from './index-column.ts';

/** A predefined combination of filters, shown as a tab. */
export interface IndexView {
  readonly title: string;
  readonly search: IndexSearch;
}

/** A filter of a list. Its id is the search parameter. */
export interface IndexFilter {
  readonly id: string;
  readonly label: string;
  /** For `company` and `person`, the value is the id of a record that the operator finds by its name. */
  readonly kind: 'text' | 'day' | 'choice' | 'company' | 'person';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Returns the text shown for a value. By default, it's the label of the option, the formatted day, or the value. */
  readonly display?: (value: string) => string;
}

/** Selected rows, or all matches. */
export type Selection<Row> =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'matches';
      /** Null if there are more than 10,000. */
      readonly total: number | null;
      readonly read: () => Promise<readonly Row[]>;
    };

/** Search parameters of a list; screens add their filters. */
export type IndexSearch = Readonly<Record<string, string | undefined>>;

export interface IndexTableProps<Row extends object> {
  /** Name of the list, such as "Audit". */
  readonly label: string;
  readonly columns: readonly IndexColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly list: OperatorList<Row>;
  readonly search: IndexSearch;
  readonly onSearchChange: (changes: IndexSearch, options?: { push?: boolean }) => void;
  /** Default sort, such as `-at`. */
  readonly defaultSort: string;
  readonly views?: readonly IndexView[];
  /** A second row of tabs, combined with the views, such as the kinds of orders. */
  readonly kinds?: { readonly label: string; readonly views: readonly IndexView[] };
  readonly filters?: readonly IndexFilter[];
  /** Name of the search field's parameter; without it there is no search. */
  readonly searchKey?: string;
  readonly searchLabel?: string;
  /** Shown below the rows, such as their sum. */
  readonly footer?: ReactNode;
  readonly empty: {
    readonly drawing: IllustrationName;
    readonly title: string;
    readonly text: string;
  };
  /** Returns the URL of a row's record; if set, the row's name is a link. */
  readonly hrefOf?: (row: Row) => string;
  /** Actions on the selected rows, or on all matches. */
  readonly bulkActions?: (selection: Selection<Row>) => ReactNode;
}
