type BarChartProps = {
  title: string;
  column: string;
  /** What follows a label in a sentence. */
  unit: string;
  bars: readonly { label: string; count: number }[];
};

/** A histogram as bars, marked up as a table for screen readers; counts of one and none as a sentence. */
export function BarChart({ title, column, unit, bars }: BarChartProps) {
  if (bars.every(({ count }) => count <= 1)) {
    const those = bars.flatMap(({ label, count }) => (count > 0 ? [label + unit] : []));
    return (
      <>
        <h2 className="mb-4 text-xl">{title}</h2>
        <p>
          {those.length === 1 ? `One submitted test: ${those[0]}.` : `One submitted test each: ${those.join(', ')}.`}
        </p>
      </>
    );
  }
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <table className="w-full">
      <caption className="mb-4 text-left text-xl font-bold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{column}</th>
          <th scope="col">Submitted tests</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row" className="w-20 py-0.5 pr-3 text-right text-sm font-normal text-soft tabular-nums">
              {label}
            </th>
            <td className="py-0.5">
              <span className="flex items-center gap-2">
                <Bar share={count / most} />
                <span className="text-sm tabular-nums">{count}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bar whose length is the given share of the longest one. */
export function Bar({ share, className = 'bg-signal' }: { share: number; className?: string }) {
  return (
    <span
      aria-hidden
      className={`h-4 min-w-0.5 rounded-sm ${className}`}
      style={{ width: `${Math.round(share * 80)}%` }}
    />
  );
}
