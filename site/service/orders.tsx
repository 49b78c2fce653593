import type { Service } from '../../content/schema/service.ts';
import { StageDrawing } from '../drawings/stage-drawing.tsx';
import { structures } from '../drawings/structures.ts';

interface OrderProps extends Pick<Service, 'structure' | 'steps'> {
  title: string;
}

/** The steps side by side on one deck. */
export function OrderRow({ title, ...order }: OrderProps) {
  return (
    <section className="band mt-[5rem] border-y border-hairline bg-raised">
      <div className="wrap">
        <h2 className="text-h2 font-bold">{title}</h2>
        <Steps {...order} className="order-row" />
      </div>
    </section>
  );
}

/** The steps one below the other along a line, with the drawings now on its left and now on its right. */
export function OrderSpine({ title, ...order }: OrderProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold md:text-center">{title}</h2>
      <Steps {...order} className="order-spine" />
    </section>
  );
}

/** The steps as plates: each drawing large, its words beside it as long as it is in view. */
export function OrderPlates({ title, ...order }: OrderProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <Steps {...order} className="order-plates" />
    </section>
  );
}

/** The steps as lines of a ledger, each with a small drawing. */
export function OrderLedger({ title, ...order }: OrderProps) {
  return (
    <section className="band mt-[5rem] border-y border-hairline bg-raised">
      <div className="wrap">
        <h2 className="text-h2 font-bold">{title}</h2>
        <Steps {...order} className="order-ledger" />
      </div>
    </section>
  );
}

interface StepsProps extends Pick<Service, 'structure' | 'steps'> {
  className: string;
}

/** What is done one after the other, and beside each step the page's own structure as far as it then stands. */
function Steps({ structure, steps, className }: StepsProps) {
  return (
    <ol className={`order ${className}`}>
      {steps.map((step, index) => (
        <li key={step.title}>
          <div className="stage">
            <StageDrawing stages={structures[structure].stages} step={index} steps={steps.length} />
          </div>
          <div>
            <h3 className="text-h3 font-bold">{step.title}</h3>
            <p className="mt-2 max-w-[33rem] text-quiet">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
