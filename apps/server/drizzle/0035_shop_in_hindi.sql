ALTER TABLE "products" ADD COLUMN "hindi" jsonb;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "local_name" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "local_colour" text;