import type { ReportTable } from '../../statistics/report-table.ts';

interface FormStepsProps {
  steps: ReportTable<'step' | 'times'>;
  refusals: ReportTable<'field' | 'times'>;
}

/** Renders the steps from the form to an enquiry, each as high as it was taken, and the fields that stopped somebody. */
export function FormSteps({ steps, refusals }: FormStepsProps) {
  const highest = Math.max(1, ...steps.rows.map(({ times }) => Number(times)));
  return (
    <section>
      <h2>{steps.title}</h2>
      <ol className="sky mt-4 grid grid-cols-4 gap-x-[2px]">
        {steps.rows.map(({ step, times }, at) => (
          <li key={step}>
            <svg aria-hidden="true" className="h-32 w-full border-b border-outline">
              <rect
                y={`${100 - (100 * Number(times)) / highest}%`}
                width="100%"
                height={`${(100 * Number(times)) / highest}%`}
                className={at === steps.rows.length - 1 ? 'fill-cable' : 'fill-side'}
              />
            </svg>
            <p className="mt-2 pr-2 leading-[1.25]">
              <b className="block font-display text-[1.6rem]/[1.1]">{times.toLocaleString('en-GB')}</b>
              <span className="text-small text-quiet">{step}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-4 font-medium">
        {refusals.rows.length === 0
          ? 'The form refused no field.'
          : `The form asked to correct: ${refusals.rows.map(({ field, times }) => `${field} ${times.toLocaleString('en-GB')} ×`).join(', ')}`}
      </p>
      <p className="mt-1 text-small text-quiet">{refusals.note}</p>
    </section>
  );
}
