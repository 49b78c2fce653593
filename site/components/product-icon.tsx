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

interface ProductIconProps {
  icon: ProductIconName;
  className?: string;
}

export function ProductIcon({ icon, className = 'size-12' }: ProductIconProps) {
  return <Icon shapes={icons[icon]} strokeWidth={1.25} className={`text-accent ${className}`} />;
}
