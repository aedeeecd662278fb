CREATE TABLE "connector_faults" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"connector" integer NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"fix" integer DEFAULT 0 NOT NULL,
	"command_id" text,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "fault_state" CHECK ("connector_faults"."state" in ('fixing', 'out', 'on_trial', 'ended')),
	CONSTRAINT "ended_fault" CHECK (("connector_faults"."ended_at" is null) = ("connector_faults"."state" <> 'ended'))
);
--> statement-breakpoint
CREATE TABLE "fault_rule" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"drivers" integer NOT NULL,
	"within_hours" integer NOT NULL,
	"fixes" jsonb NOT NULL,
	"try_again_hours" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "withheld_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connector_faults" ADD CONSTRAINT "connector_faults_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connector_faults_one_open" ON "connector_faults" USING btree ("charger_id","connector") WHERE "connector_faults"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "connector_faults_opened" ON "connector_faults" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "connectors_withheld" ON "connectors" USING btree ("charger_id") WHERE "connectors"."withheld_since" is not null;