pub mod repair;
