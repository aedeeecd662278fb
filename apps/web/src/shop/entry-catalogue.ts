import { CataloguePage } from './CataloguePage.tsx';
import { takeOver } from './hydrate.tsx';

takeOver(CataloguePage);
