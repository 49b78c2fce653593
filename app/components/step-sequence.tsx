interface StepSequenceProps {
  title: string;
  steps: readonly { title: string; text: string }[];
}

/** What is done one after the other, on a deck carried by one pier a step. */
export function StepSequence({ title, steps }: StepSequenceProps) {
  return (
    <section className="band mt-16 border-y border-hairline bg-raised">
      <div className="wrap">
        <h2 className="text-h2 font-bold">{title}</h2>
        <ol className="step-sequence">
          {steps.map((step) => (
            <li key={step.title}>
              <h3 className="text-h3 font-bold">{step.title}</h3>
              <p className="mt-2 text-quiet">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
