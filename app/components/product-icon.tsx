import { Cpu, FlaskConical, IdCard, ListChecks, type LucideIcon, Package, Pill, Tag, Workflow } from 'lucide-react';

import type { ProductIcon as ProductIconName } from '../../content/products/product.ts';

const icons: Record<ProductIconName, LucideIcon> = {
  'people-link': Workflow,
  label: Tag,
  parcel: Package,
  chip: Cpu,
  flask: FlaskConical,
  medicine: Pill,
  'person-card': IdCard,
  shortlist: ListChecks,
};

export function ProductIcon({ icon }: { icon: ProductIconName }) {
  const Icon = icons[icon];
  return <Icon aria-hidden strokeWidth={1.25} className="product-icon" />;
}
