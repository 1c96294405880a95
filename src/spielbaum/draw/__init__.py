"""Positions, trees and traces as pictures: one layout, many painters."""
