// Tests that draw random cases draw the same ones for each break and at each run.
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_121 });
