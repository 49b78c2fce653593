import { Cpu, FlaskConical, type IconNode, IdCard, ListChecks, Package, Pill, Tag, Workflow } from 'lucide';
import type { ProductIcon as ProductIconName } from '../../content/schema/product.ts';
import { Icon } from './icon.tsx';

const icons: Record<ProductIconName, IconNode> = {
  'people-link': Workflow,
  label: Tag,
  parcel: Package,
  chip: Cpu,
  flask: FlaskConical,
  medicine: Pill,
  'person-card': IdCard,
  shortlist: ListChecks,
};

/** The icon of a product, in its accent. Decorative. */
export function ProductIcon({ icon }: { icon: ProductIconName }) {
  return <Icon shapes={icons[icon]} strokeWidth={1.25} className="size-8 flex-none text-accent" />;
}
