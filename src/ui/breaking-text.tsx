import { Fragment } from 'react';

/** Address text that keeps hyphenated numbers, such as the postal code 32-005, on one line. */
export function AddressText({ children }: { children: string }) {
  const parts = children.split(/(\d+(?:-\d+)+)/);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // The parts of a text never change order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/**
 * A code such as a serial number: wraps to the next line as a whole, and only breaks if it's longer than a
 * line.
 */
export function CodeText({ children }: { children: string }) {
  return <span className="inline-block max-w-full break-long tnum">{children}</span>;
}

/** Email address that may only break after "@" and before dots. */
export function EmailText({ children }: { children: string }) {
  const parts = children.split(/(?<=@)|(?=\.)/);
  return parts.map((part, index) => (
    // The parts of a text never change order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
